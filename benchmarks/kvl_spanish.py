"""Write a dictionary from Spanish to English, for the family ``bilingual_dictionary``.

The translations are from Apertium.

Every word of wordfreq's Spanish list is translated as a noun, verb, adjective and adverb. Needs
Debian's packages ``apertium-eng-spa`` (GPL-2+) and ``lttoolbox``::

    python benchmarks/kvl_spanish.py es.tsv
"""

from __future__ import annotations

import argparse
import re
import subprocess
from pathlib import Path

from wordfreq import top_n_list

from lcp.files import written_aside

PAIRS = Path("/usr/share/apertium/apertium-eng-spa/spa-eng.autobil.bin")
#: Apertium's tags of parts of speech; nouns have a gender.
TAGS = ("<n><f>", "<n><m>", "<n><mf>", "<n><GD>", "<n>", "<vblex>", "<adj>", "<adv>")
#: Highest rank of the words that are looked up: the whole list.
WORDS = 1_000_000
#: A word with its tags, and its translations with theirs; "@" marks a word without any.
ENTRY = re.compile(r"\^([^<]+)<[^/]*/([^@].*)\$")
TAG = re.compile(r"<[^>]*>")


def main() -> None:
    """Write a line for each Spanish word: the word, a tab, and English words with semicolons."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--pairs", type=Path, default=PAIRS)
    options = parser.parse_args()
    words = [word for word in top_n_list("es", WORDS) if word.isalpha()]
    units = "\n".join(f"^{word}{tag}$" for word in words for tag in TAGS)
    command = ["lt-proc", "--bilingual", str(options.pairs)]
    output = subprocess.run(command, input=units, text=True, capture_output=True, check=True)
    translations: dict[str, dict[str, None]] = {}
    for line in output.stdout.split("\n"):
        if entry := ENTRY.fullmatch(line):
            english = (TAG.sub("", text).replace("# ", " ") for text in entry[2].split("/"))
            translations.setdefault(entry[1], {}).update(dict.fromkeys(english))
    with written_aside(options.out) as aside:
        lines = (f"{word}\t{'; '.join(english)}\n" for word, english in translations.items())
        aside.write_text("".join(lines), encoding="utf-8", newline="\n")
    print(f"{len(translations):,} Spanish words")


if __name__ == "__main__":
    main()
