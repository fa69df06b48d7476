"""What schemathesis has to know of this service beyond its OpenAPI document: names that exist, and how to go on after a deed that ends all."""

import json
import os
import zlib

import requests
import schemathesis

API = os.environ["FUZZ_API"]
UNSEAL_KEY = os.environ["FUZZ_UNSEAL_KEY"]
ROOT = {"X-Vault-Token": os.environ["FUZZ_TOKEN"]}

# The name of all that `furnish.ts` made.
NAME = "a"
# Words that mean something in fields of these names; chance would not find them.
WORDS = {
    "type": "kv",
    "policy": 'path "a/*" { capabilities = ["read", "list"] }',
    "db_name": NAME,
    "username": NAME,
    "plugin_name": "postgresql-database-plugin",
    "creation_statements": ["CREATE ROLE \"{{name}}\" LOGIN PASSWORD '{{password}}'"],
    "capabilities": ["read"],
    "policies": [NAME],
    "token_policies": [NAME],
    "paths": ["secret/data/a"],
    "from": "a/",
    "to": "b/",
    "name": NAME,
}


def chosen(value) -> bool:
    """Every other value, the same ones in every run."""
    return zlib.crc32(json.dumps(value, sort_keys=True, default=str).encode()) % 2 == 0


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    return {key: NAME if chosen([key, value]) else value for key, value in (path_parameters or {}).items()}


@schemathesis.hook
def map_body(context, body):
    if not isinstance(body, dict):
        return body
    sensible = {key: WORDS[key] if key in WORDS and chosen([key, body]) else value for key, value in body.items()}
    if "/sys/quotas/" in context.operation.path:
        # A quota on everything would have the rest of the run be refused.
        sensible["path"] = "kv/"
    return sensible


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.operation.path == "/auth/token/revoke-self":
        token = requests.post(f"{API}/auth/token/create", headers=ROOT, json={}).json()
        case.headers["X-Vault-Token"] = token["auth"]["client_token"]


@schemathesis.hook
def after_call(context, case, response):
    if case.operation.path == "/sys/seal" and response.status_code == 204:
        requests.post(f"{API}/sys/unseal", json={"key": UNSEAL_KEY})


@schemathesis.check
def failures_are_foreseen(ctx, response, case):
    """A 500 stands in the document where the reference has it too, and says what failed. 502 and 503 are for clusters that cannot be asked."""
    if response.status_code < 500 or os.environ.get("FUZZ_MAY_BE_UNAVAILABLE") and response.status_code in (502, 503):
        return
    documented = case.operation.definition.raw["responses"]
    if response.status_code == 500 and "500" in documented and "internal error" not in response.text:
        return
    if case.operation.path == "/sys/health":
        return
    raise AssertionError(f"failed unforeseen with {response.status_code}: {response.text}")
