"""Word documents (DOCX): body, tables, text boxes, footnotes and endnotes."""

from __future__ import annotations

import re
import warnings
from copy import deepcopy
from posixpath import basename, dirname, join, normpath
from typing import TYPE_CHECKING

from lxml import etree

from lcp.errors import InputError
from lcp.reader.documents.archive import Archive
from lcp.reader.documents.formats import damaged
from lcp.reader.documents.markup_trees import ELEMENTS, XmlTree, inherited, local_name
from lcp.reader.documents.parts import Part, listed, with_glosses

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

    from lcp.reader.documents.parts import Mark

_UNREADABLE, _AFTER_SHADING = (
    frozenset(ELEMENTS["docx"][name]) for name in ("unreadable", "after_shading")
)
_NOTES = ("footnotes", "endnotes")
#: Fill colour of each strength, readable with black text and distinct in grey print.
_COLOURS = ("FBF4DC", "F9E9B8", "F8D98F", "F6C276", "F3A773")
#: Values of a property that a run does not have.
_OFF = frozenset({"0", "false", "off"})
#: Names of styles, which are English in every language of Word.
_HEADING = re.compile(r"heading|title|subtitle", re.IGNORECASE)
_BREAKS = {"tab": Part.space, "ptab": Part.space, "br": Part.line, "cr": Part.line}
_PRESERVE = "{http://www.w3.org/XML/1998/namespace}space"


def read(stream: BinaryIO, where: str) -> Iterator[Body]:
    """Yield the texts: the body, then the notes."""
    archive = Archive(stream, where)
    body = _links(archive, "").get("officeDocument")
    if body is None:
        raise damaged(where, "it has no text part")
    links = _links(archive, body)
    styles = _optional(archive, links.get("styles", ""), "headings are read as text")
    headings, hidden = (frozenset(), frozenset()) if styles is None else _styles(styles.root)
    yield Body(XmlTree(archive.read(body), where), body, headings, hidden)
    for path in (links.get(kind, "") for kind in _NOTES):
        if notes := _optional(archive, path, "its notes are left out"):
            yield Body(notes, path, headings, hidden)


def _optional(archive: Archive, path: str, loss: str) -> XmlTree | None:
    """Return a part, or None if it is missing, or damaged: then with a warning about the loss."""
    if path in archive:
        try:
            return XmlTree(archive.read(path), archive.where)
        except InputError:
            what = f"'{path}' is damaged; {loss}, and a copy keeps it as it is."
            warnings.warn(f"{archive.where}: {what}", stacklevel=2)
    return None


class Body(Part):
    """A body, or notes, in which paragraphs of some styles are headings or hidden."""

    def __init__(
        self, tree: XmlTree, member: str, headings: frozenset[str], hidden: frozenset[str]
    ) -> None:
        super().__init__(member)
        self._tree = tree
        # They would divide texts.
        etree.strip_tags(tree.root, etree.Comment, etree.ProcessingInstruction)
        in_text = is_initial = False
        for kind, value, node in tree.events(lambda name, _: name in _UNREADABLE):
            if kind == "text":
                if in_text:
                    self.add(value, node)
                continue
            # Drawings have texts of their own kind.
            in_text = kind == "start" and value == "t" and "wordprocessingml" in node.tag
            in_text = in_text and not _is_hidden(node.getparent(), hidden)
            if value == "framePr":
                # A large initial is a paragraph of its own before the rest of its word.
                values = {text for name, text in node.attrib.items() if name.endswith("}dropCap")}
                is_old = local_name(node.getparent().getparent()) == "pPrChange"
                is_initial |= not is_old and not values.isdisjoint({"drop", "margin"})
            elif value == "p" and is_initial:
                is_initial = kind == "end"
            elif value == "p":
                self.paragraph()
                style = _value(node.find("{*}pPr/{*}pStyle"))
                self.set_quiet(quiet=kind == "start" and style in headings)
            elif kind == "end":
                continue
            elif value in _BREAKS:
                _BREAKS[value](self)
            elif value == "noBreakHyphen":
                self.add("-", (node, "text"), width=0)

    def marked(self, marks: Iterable[Mark]) -> bytes:
        """Return the XML with shaded words, or with glosses, which are listed at the end too."""
        marks = list(marks)
        for (text, _), spans in self.by_node(marks):
            if local_name(text.getparent()) != "r":
                continue
            text.set(_PRESERVE, "preserve")
            if not spans[0][1].strength:
                text.text = with_glosses(text.text, spans)
                continue
            # From the end, so that the spans before a word stay valid.
            for (start, end), mark in reversed(spans):
                _shade(text, start, end, _COLOURS[mark.strength - 1])
        self._append_list(listed(marks))
        return self._tree.data()

    def _append_list(self, entries: list[tuple[str, str]]) -> None:
        """Append a paragraph for each explained word to the body, below a line; not to notes."""
        body = self._tree.root.find("{*}body")
        if body is None:
            return
        w = body.tag.removesuffix("body")
        for index, entry in enumerate(entries):
            paragraph = etree.Element(f"{w}p")
            if index == 0:
                borders = etree.SubElement(etree.SubElement(paragraph, f"{w}pPr"), f"{w}pBdr")
                line = {f"{w}val": "single", f"{w}sz": "4", f"{w}space": "6", f"{w}color": "auto"}
                etree.SubElement(borders, f"{w}top", line)
            run = etree.SubElement(paragraph, f"{w}r")
            etree.SubElement(run, f"{w}t", {_PRESERVE: "preserve"}).text = ": ".join(entry)
            last = body.find(f"{w}sectPr")
            body.append(paragraph) if last is None else last.addprevious(paragraph)


def _styles(root: etree._Element) -> tuple[frozenset[str], frozenset[str]]:
    """Return the identifiers of the styles of headings and titles, and of hidden text."""
    w = root.tag.removesuffix("styles")
    styles = {style.get(f"{w}styleId", ""): style for style in root.iterfind("{*}style")}
    for style in root.iterfind(f"{{*}}style[@{w}type='paragraph'][@{w}default]"):
        if style.get(f"{w}default") not in _OFF:
            # Paragraphs without a style have the default one.
            styles[""] = style
    hidden = inherited(
        (name, _value(style.find("{*}basedOn")), _is_on(style.find("{*}rPr/{*}vanish")))
        for name, style in styles.items()
    )
    names = {name: _value(style.find("{*}name")) for name, style in styles.items()}
    return frozenset(filter(lambda name: _HEADING.match(names[name]), names)), hidden


def _value(element: etree._Element | None) -> str:
    """Return the value of a property; "" without one."""
    return "" if element is None else "".join(element.attrib.values())


def _is_on(element: etree._Element | None) -> bool | None:
    return None if element is None else _OFF.isdisjoint(element.attrib.values())


def _is_hidden(run: etree._Element, hidden: frozenset[str]) -> bool:
    direct = _is_on(run.find("{*}rPr/{*}vanish"))
    if direct is not None or not hidden:
        return bool(direct)
    # In a hidden paragraph, a style that hides characters shows them (ECMA-376, 17.7.3).
    paragraph = next(run.iterancestors("{*}p"), run)
    style = _value(run.find("{*}rPr/{*}rStyle"))
    return (style in hidden - {""}) != (_value(paragraph.find("{*}pPr/{*}pStyle")) in hidden)


def _shade(text: etree._Element, start: int, end: int, colour: str) -> None:
    """Divide a run before and after a word, and shade the run of the word."""
    run, content = text.getparent(), text.text
    w = text.tag.removesuffix("t")
    word, after = (etree.Element(run.tag, dict(run.attrib), nsmap=run.nsmap) for _ in range(2))
    following = list(text.itersiblings())
    for new, piece in ((word, content[start:end]), (after, content[end:])):
        properties = run.find(f"{w}rPr")
        if properties is not None:
            new.append(deepcopy(properties))
        if piece:
            etree.SubElement(new, text.tag, {_PRESERVE: "preserve"}).text = piece
    after.extend(following)
    text.text = content[:start]
    run.addnext(after)
    run.addnext(word)
    properties = word.find(f"{w}rPr")
    if properties is None:
        properties = etree.Element(f"{w}rPr")
        word.insert(0, properties)
    for shading in properties.findall(f"{w}shd"):
        properties.remove(shading)
    place = sum(local_name(element) not in _AFTER_SHADING for element in properties)
    fill = {f"{w}val": "clear", f"{w}color": "auto", f"{w}fill": colour}
    properties.insert(place, etree.Element(f"{w}shd", fill))


def _links(archive: Archive, part: str) -> dict[str, str]:
    """Return the paths of the parts that a part refers to, by the last word of their type."""
    folder = dirname(part)
    path = join(folder, "_rels", f"{basename(part)}.rels")
    tree = _optional(archive, path, "styles and notes are not read")
    links: dict[str, str] = {}
    for link in tree.root.iter("{*}Relationship") if tree else ():
        if link.get("TargetMode") != "External":
            target = normpath(join("/", folder, link.get("Target", ""))).lstrip("/")
            links.setdefault(link.get("Type", "").rpartition("/")[2], target)
    return links
