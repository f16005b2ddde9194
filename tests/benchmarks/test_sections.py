"""Sections of a page of results are replaced one by one."""

from sections import write_sections


def test_a_section_replaces_the_one_of_its_heading_and_others_stay(tmp_path):
    path = tmp_path / "page.md"
    write_sections(path, "# Page\n\nFirst.\n", "## A\n\n1\n\n## B\n\n2\n")
    assert path.read_text(encoding="utf-8") == "# Page\n\nFirst.\n\n## A\n\n1\n\n## B\n\n2\n"
    write_sections(path, "# Page\n\nSecond.\n\n", "## A\n\n3\n")
    write_sections(path, "# Page\n\nSecond.\n\n", "## C\n\n### D\n\n4\n")
    expected = "# Page\n\nSecond.\n\n## A\n\n3\n\n## B\n\n2\n\n## C\n\n### D\n\n4\n"
    assert path.read_text(encoding="utf-8") == expected


def test_pages_of_results_stay_as_they_are(tmp_path):
    page = "# Page\n\n## A\n\n1\n"
    (tmp_path / "page.md").write_text(page, encoding="utf-8")
    write_sections(tmp_path / "page.md", "# Page", "## A\n\n1")
    assert (tmp_path / "page.md").read_text(encoding="utf-8") == page
