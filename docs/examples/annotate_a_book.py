"""Rate the words of a book, and mark the hard ones."""

import sys
from collections import Counter
from pathlib import Path

from lcp.annotation import Annotator
from lcp.documents.reading import open_pieces
from lcp.reports.annotation import write_annotation

# A book of any size: .txt, .epub, .docx, .html or .pdf.
book = Path(sys.argv[1])

annotator = Annotator(audience="learner")
hardest: Counter[str] = Counter()
with open_pieces(book) as (pieces, _):
    for sentence in annotator.stream(pieces):
        for word in sentence.words:
            hardest[word.text.lower()] = max(hardest[word.text.lower()], word.complexity)

counts = annotator.counts
print(f"{counts.sentences} sentences, {counts.complex} of {counts.rated} words are hard")
for word, complexity in hardest.most_common(4):
    print(f"{complexity:.2f} {word}")

# A heat map that opens in any browser.
with open_pieces(book) as (pieces, _):
    page = "".join(write_annotation(annotator, annotator.stream(pieces), "html"))
Path("book.html").write_text(page, encoding="utf-8")
