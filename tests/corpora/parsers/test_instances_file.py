"""Files of instances in CompLex's format, and the errors for invalid ones."""

import re

import pytest

from lcp.corpora.parsers.instances_file import read_instances
from lcp.errors import InputError

HEADER = "id\tcorpus\tsentence\ttoken\tcomplexity"
LINE = "1\tnews\tA lamb bleats.\tlamb\t0.25"


@pytest.fixture
def write(tmp_path):
    def to_file(*lines, end="\n", start=b""):
        path = tmp_path / "mine.tsv"
        path.write_bytes(start + "".join(line + end for line in lines).encode())
        return path

    return to_file


def fault(path):
    with pytest.raises(InputError) as caught:
        read_instances(path)
    error = caught.value
    assert str(path) in error.where
    assert error.hint
    assert error.what.endswith(".")
    assert error.hint.endswith(".")
    return error.where.removeprefix(str(path)).removeprefix(", "), f"{error.what} {error.hint}"


def test_the_table_has_the_columns_of_the_file_and_the_span_of_the_target(write):
    table = read_instances(write(HEADER, LINE))
    assert table.to_dict("records") == [
        {
            "id": "1",
            "genre": "news",
            "sentence": "A lamb bleats.",
            "token": "lamb",
            "complexity": 0.25,
            "start": 2,
            "end": 6,
        }
    ]
    assert table[["start", "end"]].dtypes.astype(str).tolist() == ["int64", "int64"]


@pytest.mark.parametrize("word", ["null", "NA", "nan", "None", "NaN", "N/A", '"', "-"])
def test_the_word_null_is_not_missing(write, word):
    path = write(HEADER, f"NA\tnull\tThe {word} case.\t{word}\t0.5")
    table = read_instances(path)
    assert table.loc[0, ["id", "genre", "token"]].tolist() == ["NA", "null", word]


def test_quotation_marks_are_ordinary_characters(write):
    path = write(HEADER, '1\tnews\t"A lamb, he said.\tlamb\t0', '2\tnews\tA ""ewe"".\t""ewe""\t1')
    table = read_instances(path)
    assert table["sentence"].tolist() == ['"A lamb, he said.', 'A ""ewe"".']
    assert table["token"].tolist() == ["lamb", '""ewe""']


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["no mark", "byte order mark"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_a_byte_order_mark_and_windows_line_ends_are_removed(write, mark, end):
    path = write("id\tcorpus\tsentence\ttoken", "1\tnews\tA lamb.\tlamb", end=end, start=mark)
    table = read_instances(path)
    assert list(table.columns[:4]) == ["id", "genre", "sentence", "token"]
    assert table.loc[0, "token"] == "lamb"


@pytest.mark.parametrize(("text", "value"), [("0", 0), ("1.0", 1), (" .5 ", 0.5), ("25e-2", 0.25)])
def test_ratings_are_decimal_numbers(write, text, value):
    path = write(HEADER, f"1\tnews\tA lamb.\tlamb\t{text}")
    assert read_instances(path).loc[0, "complexity"] == value


def test_csv_with_semicolons_has_decimal_commas(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("token;sentence;complexity\nlamb;A lamb, here.;0,25\nlamb;A lamb.;0.5\n")
    assert read_instances(path)["complexity"].tolist() == [0.25, 0.5]


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["hard", "0,5", "nan", "inf", "1_0", "\u0660", "0.5%", "--1", " "], "is not a number"),
        (["1.01", "-0.1", "3", "1e999"], "is not from 0 to 1"),
        ([""], "rating is empty"),
        (["lamb\t0"], "6 fields, the header 5"),
    ],
)
def test_an_invalid_rating_raises_an_error_with_its_line(write, texts, message):
    for text in texts:
        place, found = fault(write(HEADER, LINE, f"2\tnews\tA lamb.\tlamb\t{text}"))
        assert place == "line 3"
        assert message in found
        assert "\t" in text or text in found


@pytest.mark.parametrize("line", ["2\tnews\tA lamb.", "", "2"])
def test_a_short_line_raises_an_error_with_its_line(write, line):
    place, message = fault(write(HEADER, LINE, line, LINE))
    assert place == "line 3"
    fields = len(line.split("\t"))
    assert f"{fields} field" in message


def test_only_the_column_of_words_is_required(write):
    place, message = fault(write("id\tgenre\tsentence", "a\tb\tc"))
    assert place == "line 1"
    assert "lacks the column 'token'" in message
    table = read_instances(write("token", "lamb", "two ewes"))
    assert table.to_dict("list") == {
        "id": ["1", "2"],
        "genre": ["", ""],
        "sentence": ["", ""],
        "token": ["lamb", "two ewes"],
        "start": [0, 0],
        "end": [0, 0],
    }


@pytest.mark.parametrize("name", ["word", "Word", " TOKEN ", "target"])
def test_the_column_of_words_has_several_names(write, name):
    assert read_instances(write(f"Sentence\t{name}", "A lamb.\tlamb")).loc[0, "start"] == 2


def test_the_column_token_precedes_other_names_of_it(write):
    table = read_instances(write("word\ttoken\ttarget", "a\tlamb\t1"))
    assert table["token"].tolist() == ["lamb"]


@pytest.mark.parametrize("name", ["sentences", "sentance", "complexity_", "tokens", "genres"])
def test_a_misspelled_column_is_named(write, name):
    header = "note" if name == "tokens" else "token"
    place, message = fault(write(f"{header}\t{name}", "lamb\tA lamb."))
    assert place == "line 1"
    assert f"has the column '{name}', but not" in message


@pytest.mark.parametrize("column", ["id", "sentence", "complexity"])
def test_a_repeated_column_is_named(write, column):
    place, message = fault(write(f"{HEADER}\t{column}", f"{LINE}\t0"))
    assert place == "line 1"
    assert f"2 columns '{column}'" in message


def test_a_repeated_id_raises_an_error_with_both_lines(write):
    other = LINE.replace("1", "2", 1)
    place, message = fault(write(HEADER, other, LINE, other.replace("2", "3", 1), LINE))
    assert place == "line 5"
    assert re.search(r"The id '1' is already used \(.*mine\.tsv, line 3\)\.", message)


def test_a_target_that_is_not_in_its_sentence_raises_an_error_with_its_line(write):
    place, message = fault(write(HEADER, LINE, "2\tnews\tA lamb.\tewe\t0"))
    assert place == "line 3"
    assert "'ewe' is not in its sentence" in message


@pytest.mark.parametrize("text", ["", "  ", "\u00a0"])
@pytest.mark.parametrize(("field", "name"), [(0, "id"), (3, "target")])
def test_an_empty_field_raises_an_error_with_its_line(write, field, name, text):
    fields = ["2", "news", "A lamb.", "lamb", "0"]
    fields[field] = text
    place, message = fault(write(HEADER, LINE, "\t".join(fields)))
    assert place == "line 3"
    assert f"The {name} is empty." in message


def test_a_byte_that_is_not_utf_8_raises_an_error_with_line_and_offset(tmp_path):
    path = tmp_path / "mine.tsv"
    data = f"{HEADER}\n1\tnews\tUn caf".encode() + b"\xe9 noir.\tnoir\t0\n"
    path.write_bytes(data)
    place, message = fault(path)
    assert place == "line 2"
    assert f"0xE9 at offset {data.index(0xE9)} is not UTF-8" in message


@pytest.mark.parametrize("lines", [[], [""], [HEADER], [HEADER, ""]])
def test_a_file_without_instances_raises_an_error(write, lines):
    place, message = fault(write(*lines))
    assert place == ""
    assert ("empty" if not any(lines) else "no instances") in message


@pytest.mark.parametrize("text", ["", "  ", "\u00a0", "lamb"])
def test_a_sentence_without_other_words_is_missing(write, text):
    table = read_instances(write(HEADER, LINE, f"2\tnews\t{text}\tlamb\t0"))
    assert table[["sentence", "start", "end"]].iloc[1].tolist() == ["", 0, 0]
