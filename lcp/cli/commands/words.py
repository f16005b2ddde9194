"""``lcp words``: the words of a text to learn, as a table or as flashcards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli import options, texts
from lcp.cli.console import info, print_lines, progress
from lcp.cli.inputs import open_model
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Collection

    from lcp.reader.annotation.annotator import Annotator
    from lcp.reader.profiles.text_profile import TextProfile, TextWord


def words(
    file: Annotated[str, typer.Argument(metavar="FILE", help=f"Document: {options.FORMATS}")],
    *,
    levels: Annotated[
        str,
        typer.Option(help=f"CEFR levels: {options.LEVELS}"),
    ] = "B2+",
    limit: Annotated[
        int | None, typer.Option(min=1, help="Largest number of words. Default: all.")
    ] = None,
    known_words: options.KnownWords = None,
    encoding: options.Encoding = None,
    model: options.Model = None,
    readers: options.Readers = "learner",
    out: Annotated[
        Path | None,
        typer.Option(
            help="Output file: .csv, .apkg (flashcards for Anki, named after the text), .yml "
            "(rules for Vale: easier words, and in NAMEHard.yml words without one) or .zip "
            "(levels as a dictionary for Yomitan). Default: a readable list on standard output."
        ),
    ] = None,
) -> None:
    """List the words of a text to learn, the most useful first.

    Usefulness is complexity times the number of occurrences. Each word is listed
    with its first sentence, a definition and an easier synonym (WordNet).
    """
    from lcp.files.input_files import printable
    from lcp.files.output_files import atomic_write
    from lcp.reader.annotation.annotator import Annotator
    from lcp.reader.profiles.study import level_range, study_list
    from lcp.reader.reports.study_lists import (
        genanki,
        study_csv,
        vale_rules,
        write_anki,
        write_yomitan,
    )

    to = texts.named_format(out, ("csv", "apkg", "yml", "zip"))
    selected = level_range(levels)
    if to == "apkg":
        genanki()
    fitted = open_model(model)
    texts.require_levels(fitted)
    annotator = Annotator(fitted, readers=readers)
    profile = texts.profile_text(
        file, annotator, texts.read_known_words(known_words), encoding=encoding
    )
    listed = study_list(profile, selected)
    _print_summary(profile, listed, selected)
    printed = listed[:limit]
    if to != "zip":
        printed = _explained(printed, annotator)
    title = printable(Path(file).stem) if file != "-" else "lcp"
    if out is None:
        _print_words(printed)
        return
    if to in {"apkg", "zip"}:
        write_words = write_anki if to == "apkg" else write_yomitan
        with atomic_write(out) as aside:
            write_words(printed, aside, title)
        info(f"Wrote {len(printed):,} words to {out}.")
    elif to == "yml":
        easier, hard = vale_rules(printed)
        second = out.with_stem(f"{out.stem}Hard")
        if second.is_file() and not second.read_bytes().startswith(b"extends:"):
            hint = "Move it, or give another name."
            raise InputError("This file is no rule for Vale.", where=str(second), hint=hint)
        with texts.output(out, "a rule that suggests easier words") as write:
            write(easier)
        with texts.output(second, "a rule for the other words") as write:
            write(hard)
    else:
        with texts.output(out, f"{len(printed):,} words") as write:
            write(study_csv(printed))


def _print_words(listed: list[TextWord]) -> None:
    """Print each word, then its meaning and sentence with an indent."""
    from lcp.reader.reports.study_lists import marked_sentence

    for word in listed:
        easier = f"  easier: {word.synonym}" if word.synonym else ""
        count = f"{word.occurrences}×  line {word.line}"
        print_lines([f"{word.lemma}  {word.level}  {count}{easier}"], 0)
        print_lines([*filter(None, [word.definition]), f"“{marked_sentence(word, '*', '*')}”"], 4)


def _explained(listed: list[TextWord], annotator: Annotator) -> list[TextWord]:
    """Return the words with meanings and synonyms, if the resources for them are installed."""
    from lcp.reader.profiles.study import RESOURCES, with_meanings

    absent = annotator.model.feature_set_.resource_store.missing(RESOURCES)
    if absent:
        info(f"For meanings and easier synonyms, run `lcp resources fetch {' '.join(absent)}`.")
        return listed
    explained = []
    with progress(len(listed)) as step:
        for word in with_meanings(listed, annotator):
            step(f"word {word.lemma}")
            explained.append(word)
    return explained


def _print_summary(profile: TextProfile, listed: list[TextWord], levels: Collection[str]) -> None:
    share = sum(row.share for row in profile.levels if row.level in levels)
    words = "word" if len(listed) == 1 else "words"
    low, high = min(levels), max(levels)
    span = f"{low}+" if high == "C2" else low if low == high else f"{low}–{high}"
    running = f"{profile.n_running_words:,}"
    info(f"{len(listed):,} {words} at {span}: {share:.1%} of the text's {running}.")
    if profile.n_known_words:
        info(f"{profile.n_known_words:,} running words are on the list of known words.")
    for note in profile.notes:
        info(note)
