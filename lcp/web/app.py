"""The web application: API, page and middleware."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import FastAPI
from starlette.middleware import Middleware

import lcp
from lcp.web import api, page
from lcp.web.documents import UPLOAD, DocumentReader
from lcp.web.errors import UnexpectedErrors, handle_errors
from lcp.web.limits import Limits
from lcp.web.rating import Rater
from lcp.web.security import SameOrigin, SecurityHeaders, TrustedHosts
from lcp.web.settings import Settings

if TYPE_CHECKING:
    from lcp.model.complexity_model import ComplexityModel


def create_app(
    settings: Settings | None = None, *, model: ComplexityModel | None = None
) -> FastAPI:
    """Create the application and load its model.

    Parameters
    ----------
    settings : Settings, optional
        Settings of the server. Default: those that ``lcp serve`` passes to its workers.
    model : ComplexityModel, optional
        A trained model. Default: the model named in the settings.

    Raises
    ------
    InputError
        If the model cannot be read.
    """
    settings = settings or Settings.from_environment()
    app = FastAPI(
        title="lcp",
        version=lcp.__version__,
        description="Predict how difficult a word or expression is, and why. "
        "Texts are neither stored nor logged. A server with too many connections answers 503.",
        # These pages load scripts from other hosts.
        docs_url=None,
        redoc_url=None,
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(UnexpectedErrors),
            Middleware(TrustedHosts, host=settings.host),
            Middleware(SameOrigin),
            Middleware(
                Limits,
                characters=settings.characters,
                seconds=settings.seconds,
                bytes_of={UPLOAD: settings.document},
            ),
        ],
    )
    app.state.settings = settings
    app.state.rater = Rater(model or lcp.load_model(settings.model), settings.characters)
    app.state.documents = DocumentReader(settings.characters)
    handle_errors(app)
    app.include_router(api.router)
    app.include_router(page.router)
    app.mount("/static", page.static)
    return app
