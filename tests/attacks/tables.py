"""Tables of every format with hostile cells, headers and bytes; and recipes in TOML."""

import io
import json
import random
from typing import Any

from tests.attacks.models import mutated_bytes
from tests.attacks.texts import SENTENCE, TEXTS, hostile_text, hostile_value

SUFFIXES = (".tsv", ".tsv", ".csv", ".csv", ".jsonl", ".txt", ".xlsx", ".parquet", "")
COLUMNS = ("id", "genre", "sentence", "token", "complexity", "start", "end")
TOML = (
    *("1", "-1", "0", "1.5", "nan", "inf", "true", '""', '"x"', "'''\n'''", "[]", "[1]"),
    *('["x"]', '["x", "x"]', "{}", "{ a = 1 }", "1979-05-27", "07:32:00", "9" * 30, "[[]]"),
    *("1e999", "0x10", "100", "3", "0.1", "false", '["wordfreq"]'),
    *('"../core"', '["mean", "mean"]', '["*"]', "[" * 5_000, "[" * 60 + "]" * 60, "nothing", "= 1"),
)  # fmt: skip


def mutated_table(draw: random.Random) -> tuple[str, bytes]:
    """Return the ending and content of a table, mostly with one to three faults."""
    rows = [_row(number, draw) for number in range(draw.randint(0, 6))]
    header = list(COLUMNS)
    for _ in range(draw.randint(0, 2)):
        if draw.random() < 0.3:
            header[draw.randrange(len(header))] = draw.choice((*COLUMNS, "Token", "word", *TEXTS))
        elif rows:
            draw.choice(rows)[draw.randrange(len(COLUMNS))] = hostile_value(draw)
    kept = [place for place in range(len(COLUMNS)) if draw.random() < 0.9]
    header, rows = [header[place] for place in kept], [[row[p] for p in kept] for row in rows]
    suffix = draw.choice(SUFFIXES)
    content = _WRITERS.get(suffix, _separated)(header, rows, draw)
    return suffix, mutated_bytes(content, draw) if content and draw.random() < 0.15 else content


def mutated_recipe(text: str, draw: random.Random) -> str:
    """Change, repeat, remove or cut lines of a recipe in TOML."""
    lines = text.split("\n")
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        place = draw.randrange(len(lines))
        key, equals, _ = lines[place].partition("=")
        change = draw.randrange(8)
        if change < 6 and equals:
            lines[place] = f"{key}= {draw.choice(TOML)}"
        elif change < 7:
            lines[place : place + 1] = [lines[place]] * draw.choice((0, 2))
        else:
            lines[place] = draw.choice((f"extends = {draw.choice(TOML)}", f"[{lines[place]}]"))
        lines = lines or [""]
    changed = "\n".join(lines)
    return changed[: draw.randrange(len(changed) + 1)] if draw.random() < 0.05 else changed


def _row(number: int, draw: random.Random) -> list[Any]:
    token = draw.choice(("river", "acquiescence", "deep river"))
    start = SENTENCE.index(token)
    return [str(number), "news", SENTENCE, token, draw.random(), start, start + len(token)]


def _separated(header: list[str], rows: list[list[Any]], draw: random.Random) -> bytes:
    separator = draw.choice(("\t", "\t", ",", ";"))
    encoding = draw.choice(("utf-8", "utf-8", "utf-8", "utf-16", "cp1252", "utf-8-sig"))
    lines = [separator.join(map(str, row)) for row in [header, *rows]]
    end = draw.choice(("\n", "\n", "\r\n", "\r"))
    return end.join(lines).encode(encoding, errors="replace")


def _words(_header: list[str], rows: list[list[Any]], draw: random.Random) -> bytes:
    lines = [hostile_text(draw) for _ in rows]
    return "\n".join(lines).encode(errors="surrogatepass")


def _json_lines(header: list[str], rows: list[list[Any]], draw: random.Random) -> bytes:
    lines = [json.dumps(dict(zip(header, row, strict=True)), default=str) for row in rows]
    if draw.random() < 0.2:
        lines.append(draw.choice(("[" * 20_000, "{", "[]", "3", '"a"', '{"token": 1, "token": 2}')))
    return "\n".join(lines).encode(errors="replace")


def _excel(header: list[str], rows: list[list[Any]], _draw: random.Random) -> bytes:
    from openpyxl import Workbook
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    book = Workbook()
    for row in [header, *rows]:
        cells = [cell if isinstance(cell, int | float) else str(cell) for cell in row]
        book.active.append(
            [
                ILLEGAL_CHARACTERS_RE.sub("", c).encode(errors="replace").decode()
                if isinstance(c, str)
                else c
                for c in cells
            ]
        )
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _parquet(header: list[str], rows: list[list[Any]], draw: random.Random) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = list(zip(*rows, strict=True)) or [()] * len(header)
    arrays = []
    for column in columns:
        try:
            arrays.append(pa.array(list(column)))
        except (pa.ArrowException, OverflowError, UnicodeEncodeError):
            texts = [str(value).encode(errors="replace").decode() for value in column]
            kind = draw.choice((pa.string(), pa.large_string(), pa.binary()))
            arrays.append(pa.array(texts, pa.string()).cast(kind))
    names = [name.encode(errors="replace").decode() for name in header]
    stream = io.BytesIO()
    pq.write_table(pa.Table.from_arrays(arrays, names=names), stream)
    return stream.getvalue()


_WRITERS = {".txt": _words, ".jsonl": _json_lines, ".xlsx": _excel, ".parquet": _parquet}
