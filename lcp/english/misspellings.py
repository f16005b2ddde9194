"""Words that are probably misspelled: in no list, and one edit from a frequent word."""

from __future__ import annotations

from string import ascii_lowercase

from lcp.english.word_frequency import frequencies

#: Share of running text of a frequent word: Zipf 3, once in a million words.
FREQUENT = 1e-6
#: Letters of the shortest word that is checked; shorter ones are near many others.
SHORTEST = 5


def correction(word: str) -> str | None:
    """Return the most frequent word within one edit of a word that is in no list, or None.

    An edit inserts, deletes, replaces or transposes letters (Damerau 1964). The list is wordfreq's
    largest (Speer 2022), which contains common misspellings; they are not corrected.

    >>> correction("umbrela"), correction("Umbrella"), correction("haploinsufficiency")
    ('umbrella', None, None)
    """
    lowered, shares = word.lower(), frequencies()
    if len(lowered) < SHORTEST or not (lowered.isascii() and lowered.isalpha()):
        return None
    if lowered in shares:
        return None
    splits = [(lowered[:place], lowered[place:]) for place in range(len(lowered) + 1)]
    edits = {a + b[1:] for a, b in splits if b}
    edits |= {a + b[1] + b[0] + b[2:] for a, b in splits if len(b) > 1}
    edits |= {a + letter + b[1:] for a, b in splits if b for letter in ascii_lowercase}
    edits |= {a + letter + b for a, b in splits for letter in ascii_lowercase}
    frequent = [edit for edit in edits if shares.get(edit, 0) >= FREQUENT]
    return max(frequent, key=lambda edit: (shares[edit], edit), default=None)
