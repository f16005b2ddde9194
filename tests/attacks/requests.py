"""Requests to the server with hostile fields, bodies and headers."""

import json
import random
from base64 import b64encode
from typing import Any

from tests.attacks.documents import mutated_document
from tests.attacks.models import mutated_bytes
from tests.attacks.texts import SENTENCE, TEXTS, hostile_text, hostile_value

TARGET = {"sentence": SENTENCE, "target": "river", "genre": "", "readers": "general"}
SPAN = {"sentence": SENTENCE, "start": 22, "end": 27}
BODIES: dict[str, dict[str, Any]] = {
    "/api/annotate": {"text": SENTENCE, "threshold": 0.4, "expressions": "no", "names": True},
    "/api/profile": {"text": SENTENCE, "threshold": "many", "known_words": ["river"]},
    "/api/explain": {**TARGET, "occurrence": 1},
    "/api/substitutes": {**SPAN, "candidates": ["stream", "brook"]},
    "/api/predict": {"instances": [TARGET, TARGET]},
    "/result": {"text": SENTENCE, "above": "B1", "expressions": "both", "readers": ""},
    "/download": {"text": SENTENCE, "format": "words", "known_words": ["river"]},
    "/copy": {"name": "a.html", "content": "PHA+VGhlIHJpdmVyLg==", "style": "heatmap"},
}
FORMS = ("/", "/result", "/download")
HEADERS = ("host", "origin", "sec-fetch-site", "content-type", "accept", "content-length", "range")


def hostile_request(draw: random.Random) -> dict[str, Any]:
    """Return the arguments of a request, for an HTTP client."""
    headers = {"content-type": "application/json"}
    kind = draw.randrange(6)
    if kind == 0:
        name, content = mutated_document(draw)
        request = {"url": "/api/document", "params": {"name": name}, "content": content}
        if draw.random() < 0.5:
            copied = {"name": name, "content": b64encode(content).decode(), "threshold": 0.0}
            fields = copied | {"style": draw.choice(("heatmap", "gloss"))}
            request = {"url": "/copy", "json": fields}
    elif kind == 1:
        fields = {"text": hostile_text(draw), "threshold": hostile_text(draw), "format": "csv"}
        url = draw.choice(FORMS)
        request = {"url": url, "data": {key: _encodable(text) for key, text in fields.items()}}
        headers = {}
    else:
        url, body = draw.choice(sorted(BODIES.items()))
        text = json.dumps(_mutated(body, draw)).encode()
        if draw.random() < 0.2:
            text = mutated_bytes(text, draw)
        elif draw.random() < 0.05:
            text = draw.choice((b"[" * 50_000, b'{"a":' * 20_000, b"", b"null", b'"', b"\xff\xfe"))
        request = {"url": url, "content": text}
    if draw.random() < 0.15:
        headers[draw.choice(HEADERS)] = _encodable(draw.choice(TEXTS)).strip() or "x"
    return {"method": draw.choice(("POST",) * 8 + ("GET", "PUT")), "headers": headers, **request}


def _mutated(body: dict[str, Any], draw: random.Random) -> dict[str, Any]:
    changed = dict(body)
    for _ in range(draw.randint(0, 2)):
        key = draw.choice([*changed, "unknown"])
        if key == "instances":
            changed[key] = [_mutated(TARGET, draw) for _ in range(draw.randint(0, 3))]
        elif draw.random() < 0.1:
            changed.pop(key, None)
        elif isinstance(changed.get(key), str) and draw.random() < 0.8:
            changed[key] = hostile_text(draw)
        else:
            changed[key] = hostile_value(draw)
    return changed


def _encodable(text: str) -> str:
    """Return a text that a client can send in a header or a form."""
    return text.encode("ascii", errors="replace").decode().replace("\r", " ").replace("\n", " ")
