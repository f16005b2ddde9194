"""The web application: the API, the page, and what guards both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import FastAPI
from starlette.middleware import Middleware

import lcp
from lcp.model import load_model
from lcp.web import api, page
from lcp.web.errors import UnforeseenErrors, handle_errors
from lcp.web.guard import SameOrigin, SecurityHeaders
from lcp.web.limits import Limits
from lcp.web.rating import Rater
from lcp.web.settings import Settings

if TYPE_CHECKING:
    from lcp.model import ComplexityModel


def create_app(
    settings: Settings | None = None, *, model: ComplexityModel | None = None
) -> FastAPI:
    """Make the application, with its model loaded.

    Parameters
    ----------
    settings : Settings, optional
        Those that ``lcp serve`` left to its worker processes unless given.
    model : ComplexityModel, optional
        The model that the settings name unless given.

    Raises
    ------
    InputError
        When the model cannot be read.
    """
    chosen = settings or Settings.from_environment()
    app = FastAPI(
        title="lcp",
        version=lcp.__version__,
        description="How hard a word or expression is in its sentence, and why. Texts are "
        "neither stored nor logged.",
        # Their pages ask other hosts for scripts.
        docs_url=None,
        redoc_url=None,
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(UnforeseenErrors),
            Middleware(SameOrigin, host=chosen.host),
            Middleware(Limits, characters=chosen.characters, seconds=chosen.seconds),
        ],
    )
    app.state.settings = chosen
    app.state.rater = Rater(model or load_model(chosen.model), chosen.characters)
    handle_errors(app)
    app.include_router(api.router)
    app.include_router(page.router)
    app.mount("/static", page.static)
    return app
