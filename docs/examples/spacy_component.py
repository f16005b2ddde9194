"""Rate the words and sentences of a spaCy document for learners of English."""

import spacy

nlp = spacy.blank("en")
nlp.add_pipe("sentencizer")
nlp.add_pipe("lcp", config={"readers": "learner"})

doc = nlp("The boiler expired in December. She copied the names into a ledger.")
for token in doc:
    if token._.complexity is not None:
        print(f"{token.text:10} {token._.complexity:.2f} {token._.cefr}")
for sentence in doc.sents:
    print(f"{sentence._.complexity['mean']:.2f} {sentence.text}")
