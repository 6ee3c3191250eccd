"""The same service as a Python team would write it: Starlette on uvicorn (uvloop, httptools), asyncpg with its cache of
prepared statements, a JSON Schema with the rules of screens/application.json, the same two rows in one transaction, the same
replay of a repeated key. OYNA_RIVAL_VALIDATOR chooses `fastjsonschema` (rules compiled to Python, the default) or `jsonschema`.
"""

import contextlib
import hashlib
import hmac
import json
import os
import time
import uuid

import asyncpg
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["full_name", "phone", "document", "region", "age", "months", "consent"],
    "properties": {
        "full_name": {"type": "string", "minLength": 3, "maxLength": 100},
        "phone": {"type": "string", "pattern": r"^\+998[0-9]{9}$"},
        "document": {"type": "string", "pattern": r"^[A-Z]{2}[0-9]{7}$"},
        "region": {"type": "string", "minLength": 1, "maxLength": 40},
        "age": {"type": "number", "minimum": 18, "maximum": 100},
        "months": {"type": "number", "minimum": 3, "maximum": 36},
        "consent": {"const": True},
    },
}
KEY = b"k" * 32
ANSWER = b'{"actions":[{"type":"snackbar","message":"Qabul qilindi"}]}'
RETENTION = 30 * 86_400_000

TABLES = """
CREATE TABLE IF NOT EXISTS submission (
  id text COLLATE "C" NOT NULL PRIMARY KEY, number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  tenant text COLLATE "C" NOT NULL, screen text NOT NULL, url text NOT NULL, created_ms bigint NOT NULL, body text NOT NULL);
CREATE INDEX IF NOT EXISTS submission_by_tenant ON submission (tenant, created_ms, number);
CREATE TABLE IF NOT EXISTS idempotency (
  tenant text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL, fingerprint bytea NOT NULL, status bigint NOT NULL,
  content_type text NOT NULL, language text NOT NULL, body bytea NOT NULL, created_ms bigint NOT NULL,
  expires_ms bigint NOT NULL, PRIMARY KEY (tenant, key));
CREATE INDEX IF NOT EXISTS idempotency_by_expiry ON idempotency (expires_ms);
"""

if os.environ.get("OYNA_RIVAL_VALIDATOR") == "jsonschema":
    import jsonschema

    validator = jsonschema.Draft202012Validator(SCHEMA)

    def is_valid(value):
        return validator.is_valid(value)
else:
    import fastjsonschema

    compiled = fastjsonschema.compile(SCHEMA)

    def is_valid(value):
        try:
            compiled(value)
            return True
        except fastjsonschema.JsonSchemaException:
            return False


def problem(status, name):
    return Response(
        json.dumps({"type": f"/problems/{name}", "status": status}), status, media_type="application/problem+json")


async def submit(request):
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        return problem(415, "unsupported-media-type")
    key = request.headers.get("idempotency-key")
    if not key or len(key) > 255:
        return problem(400, "idempotency-key-missing")
    body = await request.body()
    try:
        values = json.loads(body)
    except ValueError:
        return problem(400, "bad-json")
    if not is_valid(values):
        return problem(422, "invalid-submission")
    fingerprint = hmac.digest(KEY, b"POST /api/v1/applications\n" + hashlib.sha256(body).digest(), "sha256")
    now = time.time_ns() // 1_000_000
    async with request.app.state.pool.acquire() as connection, connection.transaction():
        claimed = await connection.fetchval(
            "INSERT INTO idempotency (tenant, key, fingerprint, status, content_type, language, body, created_ms, expires_ms)"
            " VALUES ('', $1, $2, 200, 'application/json', 'uz', $3, $4, $5) ON CONFLICT DO NOTHING RETURNING 1",
            key, fingerprint, ANSWER, now, now + RETENTION)
        if claimed is None:
            row = await connection.fetchrow("SELECT fingerprint, body FROM idempotency WHERE tenant = '' AND key = $1", key)
            if row["fingerprint"] != fingerprint:
                return problem(422, "idempotency-key-reused")
            return Response(row["body"], 200, {"Idempotency-Replayed": "true"}, media_type="application/json")
        await connection.execute(
            "INSERT INTO submission (id, tenant, screen, url, created_ms, body) VALUES ($1, '', 'application', $2, $3, $4)",
            str(uuid.uuid4()), "/api/v1/applications", now, json.dumps(values, separators=(",", ":"), ensure_ascii=False))
    return Response(ANSWER, 200, {"Content-Language": "uz"}, media_type="application/json")


@contextlib.asynccontextmanager
async def lifespan(app):
    async with asyncpg.create_pool(os.environ["OYNA_RIVAL_DATABASE"], min_size=8, max_size=8) as pool:
        async with pool.acquire() as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock(1)")
            await connection.execute(TABLES)
        app.state.pool = pool
        yield


app = Starlette(routes=[Route("/api/v1/applications", submit, methods=["POST"])], lifespan=lifespan)
