"""``lcp predict`` and ``lcp evaluate``: one target, files and errors."""

import csv

HEADER = "id\tgenre\tsentence\ttoken"


def write(path, *rows, header=HEADER):
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return path


INSTANCES = (
    "a\tbible\tThe river rose at dawn.\triver",
    "b\t\tThe acquiescence of the court was noted.\tacquiescence",
    "c\t\t\tumbrella",
)


def rows_of(text):
    return list(csv.DictReader(text.splitlines()))


def test_a_file_gives_a_row_of_each_instance_with_its_prediction(run, offline, tmp_path):
    out, _ = run.ok("predict", write(tmp_path / "in.tsv", *INSTANCES))
    rows = rows_of(out)
    assert list(rows[0]) == [
        *("id", "genre", "readers", "sentence", "token"),
        *("complexity", "low", "high", "harder_than", "level", "level_source"),
        "level_probability",
    ]
    assert [row["token"] for row in rows] == ["river", "acquiescence", "umbrella"]
    river, acquiescence, _ = (float(row["complexity"]) for row in rows)
    assert river < 0.25 < acquiescence
    assert all(float(row["low"]) < float(row["complexity"]) < float(row["high"]) for row in rows)
    assert rows[1]["level"] == "C2"


def test_the_output_names_genre_and_readers_and_predicts_the_same(run, offline, tmp_path):
    path, out = write(tmp_path / "in.tsv", *INSTANCES), tmp_path / "out.csv"
    run.ok("predict", path, "--readers", "learner", "--out", out)
    rows = rows_of(run("predict", out)[1])
    assert {row["readers"] for row in rows} == {"learner"}
    before = rows_of(out.read_text(encoding="utf-8"))
    # The ratings in the file are kept under new names.
    assert [{name: row[name] for name in before[0]} for row in rows] == before
    assert [row["complexity_2"] for row in rows] == [row["complexity"] for row in before]


def test_readers_that_are_named_replace_those_of_a_file(run, offline, tmp_path):
    path = tmp_path / "words.csv"
    path.write_text("token,readers\nacquiescence,learner\n", encoding="utf-8")
    of_file, general, learner = (
        rows_of(run("predict", path, *options)[1])[0]
        for options in ((), ("--readers", "general"), ("--readers", "learner"))
    )
    assert (of_file["readers"], general["readers"]) == ("learner", "general")
    assert of_file == learner
    assert of_file["complexity"] != general["complexity"]


def test_the_submission_has_a_line_of_identifier_and_complexity(run, offline, tmp_path):
    instances, out = write(tmp_path / "in.tsv", *INSTANCES), tmp_path / "submission.csv"
    run.ok("predict", instances, "--submission", "--out", out)
    rows = rows_of(run("predict", instances)[1])
    expected = "".join(f"{row['id']},{row['complexity']}\n" for row in rows)
    assert out.read_bytes().decode() == expected == run("predict", instances, "--submission")[1]


def test_an_invalid_file_leaves_an_earlier_output_unchanged(run, offline, tmp_path):
    out = tmp_path / "out.csv"
    out.write_text("earlier", encoding="utf-8")
    bad = write(tmp_path / "in.tsv", *INSTANCES, "d\t\tThe river rose.\tsea")
    err = run.error("predict", bad, "--out", out)
    assert "sea" in err
    assert out.read_text("utf-8") == "earlier"


def test_evaluation_on_training_data_gives_a_warning(run, word_model):
    out, err = run.ok("evaluate", "sample", "--model", word_model)
    assert "Pearson" in out
    assert "Scores on training data" in err


def test_a_score_on_the_test_set_is_ranked(run, word_model, tmp_path, monkeypatch):
    folder = tmp_path / "mirror/complex/test-labels"
    folder.mkdir(parents=True)
    rows = [
        f"{i}\tbible\tThe {word} was there.\t{word}\t{rating}"
        for i, (word, rating) in enumerate(
            [("river", 0.0), ("phylactery", 0.6), ("house", 0.1), ("haploinsufficiency", 0.9)]
        )
    ]
    for kind in ("single", "multi"):
        header = HEADER + "\tcomplexity"
        write(folder / f"lcp_{kind}_test.tsv", *rows, header=header)
    monkeypatch.setenv("LCP_DATA", str(tmp_path / "mirror"))
    _, err = run.ok("evaluate", "--model", word_model)
    assert "of 54" in err


def test_the_other_columns_of_a_file_are_kept(run, offline, tmp_path):
    header = f"{HEADER}\tnote\tcomplexity\t=level\tself"
    path = write(tmp_path / "in.tsv", f"{INSTANCES[0]}\t=1\t0.5\tx\ty", header=header)
    code, printed, notes = run("predict", path)
    (row,) = rows_of(printed)
    assert code == 0
    assert list(row)[:5] == ["id", "genre", "readers", "sentence", "token"]
    assert list(row)[5:9] == ["note", "complexity_2", "=level", "self"]
    assert (row["note"], row["complexity_2"]) == ("=1", "0.5")
    assert "complexity is complexity_2" in notes
    out = tmp_path / "features.tsv"
    options = ("--features", "frequency-baseline", "--out", out)
    run.ok("features", "--corpus", path, *options)
    columns = out.read_text(encoding="utf-8").splitlines()[0].split("\t")
    assert columns[3:7] == ["token", "complexity", "note", "=level"]
