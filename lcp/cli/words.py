"""``lcp words``: the words of a text to learn, as a table or as flashcards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from lcp.cli.console import info, print_lines, progress
from lcp.cli.console import out as console
from lcp.cli.options import Genre, ModelOption, ReadersOption
from lcp.cli.texts import FORMATS, KnownOption, named_format, open_text, output, read_known_words

if TYPE_CHECKING:
    from lcp.annotation import Annotator
    from lcp.profiles import TextProfile
    from lcp.study import StudyWord

Format = Literal["csv", "anki", "md"]

PANEL = "Predict and explain"
ORDER = 26

#: Formats by suffix of the output file.
SUFFIXES: dict[str, Format] = {".csv": "csv", ".apkg": "anki", ".md": "md"}


def words(
    file: Annotated[
        str,
        typer.Argument(help=f"Document: {FORMATS}"),
    ],
    *,
    level: Annotated[
        str,
        typer.Option(help="CEFR levels of the words: one (B2), one and above (B2+) or A2-B1."),
    ] = "B2+",
    format: Annotated[  # noqa: A002 - the option's name
        Format | None,
        typer.Option(
            help="Output format; anki: a package of flashcards. Default: by the suffix of --out, "
            "else md, or a list for people on a terminal."
        ),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Maximum number of words. Default: all.")
    ] = None,
    known_words: KnownOption = None,
    deck: Annotated[
        str | None,
        typer.Option(help="Name of the Anki deck. Default: the name of the text."),
    ] = None,
    model: ModelOption = None,
    genre: Genre = "",
    readers: ReadersOption = "learner",
    out: Annotated[Path | None, typer.Option(help="Output file. Default: standard output.")] = None,
) -> None:
    """List the words of a text to learn, the most useful first.

    Usefulness is complexity times the number of occurrences. Each word has its first sentence,
    its meaning and an easier synonym (WordNet).
    """
    from lcp.annotation import Annotator
    from lcp.cli.inputs import open_model
    from lcp.profiles import Profiler
    from lcp.study import StudyList
    from lcp.study.level_range import level_range
    from lcp.study.writers import study_csv, study_markdown

    to = format or named_format(out, SUFFIXES, "md")
    levels = level_range(level)
    _check(to, out)
    annotator = Annotator(open_model(model), genre=genre, readers=readers)
    study = StudyList(annotator)
    familiar = read_known_words(known_words)
    with open_text(file, f"reading {Path(file).name}") as (pieces, lines):
        profiler = Profiler(annotator, name=file, known_words=familiar, lines=lines)
        for sentence in profiler.stream(pieces):
            study.add(sentence)
    listed = study.words(levels)
    _print_summary(profiler.profile(), listed, level)
    shown = _explained(listed[:limit], annotator)
    if to == "anki" and out:
        from lcp.files import written_aside
        from lcp.study.anki import write_anki

        name = deck or (Path(file).stem if file != "-" else "lcp")
        with written_aside(out) as aside:
            write_anki(shown, aside, name)
        info(f"Wrote {len(shown):,} cards of the deck {name} to {out}.")
        return
    if format is None and out is None and console.is_terminal:
        _print_words(shown)
        return
    with output(out) as write:
        write(study_csv(shown) if to == "csv" else study_markdown(shown))


def _print_words(listed: list[StudyWord]) -> None:
    """Print the words for people: the word, then its meaning and sentence with an indent."""
    from lcp.study.writers import marked_sentence

    for word in listed:
        easier = f"  easier: {word.synonym}" if word.synonym else ""
        print_lines([f"{word.lemma}  {word.level}  {word.count}×  line {word.line}{easier}"], 0)
        print_lines([*filter(None, [word.gloss]), f"“{marked_sentence(word, '*', '*')}”"], 4)


def _check(to: Format, out: Path | None) -> None:
    """Report options that cannot be combined, and a missing package, before the text is read."""
    from lcp.errors import InputError

    if to != "anki":
        return
    if out is None:
        raise InputError(
            "A package for Anki is a file, which cannot be printed.",
            hint="Add --out, for example --out words.apkg.",
        )
    from lcp.study.anki import genanki

    genanki()


def _explained(listed: list[StudyWord], annotator: Annotator) -> list[StudyWord]:
    """Return the words with meanings and synonyms, if the resources for them are installed."""
    from lcp.resources import Store
    from lcp.study.meanings import RESOURCES, with_meanings

    absent = (annotator.model.feature_set_.store or Store()).missing(RESOURCES)
    if absent:
        info(f"For meanings and easier synonyms, run `lcp fetch {' '.join(absent)}`.")
        return listed
    explained = []
    with progress(len(listed)) as step:
        meanings = with_meanings(listed, annotator)
        for word in listed:
            step(f"word {word.lemma}")
            explained.append(next(meanings))
    return explained


def _print_summary(profile: TextProfile, listed: list[StudyWord], level: str) -> None:
    share = sum(word.count for word in listed) / max(1, profile.words)
    info(profile.verdict)
    info(
        f"{len(listed):,} words of {level}; they are {share:.1%} of the {profile.words:,} running "
        "words."
    )
    if profile.known_words:
        info(f"{profile.known_words:,} running words are on the list of known words.")
    for note in profile.notes:
        info(note)
