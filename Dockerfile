# syntax=docker/dockerfile:1
FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY bot ./bot
COPY cogs ./cogs
RUN python -m venv /opt/tapis \
 && /opt/tapis/bin/pip install --no-cache-dir --disable-pip-version-check --constraint constraints.txt '.[pictures]'

FROM python:3.13-slim
ARG COMMIT=unknown
LABEL org.opencontainers.image.title="Tapis" \
      org.opencontainers.image.description="The card table for Discord" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.revision="${COMMIT}"
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin tapis \
 && install --directory --owner=tapis --group=tapis /data
COPY --from=build /opt/tapis /opt/tapis
ENV PATH="/opt/tapis/bin:${PATH}" \
    PYTHONUNBUFFERED=1 \
    TAPIS_DATABASE=/data/tapis.db
USER tapis
WORKDIR /data
VOLUME ["/data"]
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
  CMD ["python", "-m", "bot", "health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]
