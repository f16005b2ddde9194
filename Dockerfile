# The page and the API of `lcp serve`, and the commands that predict. Explanations need more packages:
#
#   docker build --tag lcp .
#   docker build --tag lcp --build-arg MORE="pandas lightgbm threadpoolctl" .
#   docker run --rm --read-only --tmpfs /tmp --cap-drop ALL --publish 127.0.0.1:8000:8000 lcp
#   docker run --rm --interactive lcp annotate - < text.txt
FROM python:3.12-slim-bookworm AS build
WORKDIR /source
COPY . .
ARG MORE=""
# What predictions need, the page, documents, and the download and reader of WordNet.
# hadolint ignore=DL3013,SC2086
RUN python -m venv /opt/lcp \
  && /opt/lcp/bin/pip install --no-cache-dir --no-deps . \
  && /opt/lcp/bin/pip install --no-cache-dir numpy platformdirs pystemmer wordfreq typer rich \
  fastapi starlette uvicorn jinja2 markupsafe lxml markdown-it-py mdit-py-plugins pypdfium2 \
  selectolax striprtf webencodings nltk pooch requests $MORE

FROM python:3.12-slim-bookworm
# LightGBM, which explains predictions, needs OpenMP.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libgomp1 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin lcp \
  && install --directory --owner lcp --group lcp /cache
COPY --from=build /opt/lcp /opt/lcp
# Nothing is written except downloads in /cache (`lcp resources fetch wordnet`, with a volume there)
# and temporary files in /tmp.
ENV PATH=/opt/lcp/bin:$PATH \
  LCP_CACHE=/cache \
  PYTHONDONTWRITEBYTECODE=1 \
  PYTHONUNBUFFERED=1
USER 10001:10001
WORKDIR /tmp
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
ENTRYPOINT ["lcp"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
