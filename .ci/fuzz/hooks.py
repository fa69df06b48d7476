"""Extends schemathesis beyond the OpenAPI document of the service: existing names, and recovery after an operation that ends the session."""

import atexit
import collections
import json
import os
import zlib

import requests
import schemathesis

API = os.environ["FUZZ_API"]
UNSEAL_KEY = os.environ["FUZZ_UNSEAL_KEY"]
ROOT = {"X-Vault-Token": os.environ["FUZZ_TOKEN"]}

# Name of all objects that `bootstrap.ts` created, and a name of objects that may be deleted.
NAME, DELETED = "a", "b"
# Valid values for fields with these names, which random data would not find.
WORDS = {
    "type": "kv",
    "policy": 'path "a/*" { capabilities = ["read", "list"] }',
    "config": {},
    "options": {"file_path": "discard"},
    "algorithm": "sha2-256",
    "format": "hex",
    "db_name": NAME,
    "username": NAME,
    "plugin_name": "postgresql-database-plugin",
    "creation_statements": ["CREATE ROLE \"{{name}}\" LOGIN PASSWORD '{{password}}'"],
    "capabilities": ["read"],
    "policies": [NAME],
    "token_policies": [NAME],
    "paths": ["secret/data/a"],
    "from": "moving/",
    "to": "moved/",
    "password": "correct horse",
    "rotation_period": "24h",
    "secret_shares": 1,
    "secret_threshold": 1,
    "input": "aGVsbG8=",
    "rate": 1000,
    "max_leases": 1000,
    "path": "kv/",
    "local": False,
    "increment": 60,
}

# Values of path parameters.
PLACES = {"urlalgorithm": "sha2-256", "urlbytes": "12", "type": "secret", "source": "platform"}
# Values that are valid at one path only.
SPECIAL = {
    "/sys/auth/": {"type": "userpass"},
    "/sys/audit/": {"type": "file"},
    "/auth/token/": {"type": "service", "renewable": True},
    "/identity/group": {"type": "internal"},
    "/sys/policies/password/": {"policy": 'length = 20 rule "charset" { charset = "abcde" }'},
}
# Names of fields, and the response fields with matching values.
IDS = {
    "accessor": ("auth", "accessor"),
    "token": ("auth", "client_token"),
    "lease_id": ("lease_id",),
    "entity_id": ("auth", "entity_id"),
    "canonical_id": ("auth", "entity_id"),
    "id": ("data", "id"),
    "secret_id": ("data", "secret_id"),
    "secret_id_accessor": ("data", "secret_id_accessor"),
    "role_id": ("data", "role_id"),
    "migration_id": ("data", "migration_id"),
    "role_tag": ("data", "tag_value"),
}
# Latest values in responses, by field name.
received = {}
# Number of responses by operation and status.
statuses = collections.defaultdict(collections.Counter)


def chosen(value) -> bool:
    """Selects about half of all values, the same ones in every run."""
    return zlib.crc32(json.dumps(value, sort_keys=True, default=str).encode()) % 2 == 0


def listen(answer):
    """Stores the ids in a response, except those of the root token, which must not be revoked."""
    if "root" in ((answer.get("auth") or {}).get("policies") or []):
        return
    for name, path in IDS.items():
        value = answer
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        if isinstance(value, str) and value:
            received[name] = value


# Each run begins with a client's ids, as operations that return ids may be part of another run.
BEGINNINGS = (
    ("post", "auth/token/create", {"policies": ["default"]}),
    ("post", f"auth/userpass/login/{NAME}", {"password": "correct horse"}),
    ("get", f"auth/approle/role/{NAME}/role-id", None),
    ("post", f"auth/approle/role/{NAME}/secret-id", {}),
    ("get", f"identity/entity/name/{NAME}", None),
    ("get", f"database/creds/{NAME}", None),
)
for method, path, body in BEGINNINGS:
    listen(requests.request(method, f"{API}/{path}", headers=ROOT, json=body).json())


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    name = DELETED if context.operation.method == "delete" else NAME
    known = PLACES | received
    return {key: known.get(key, name) if chosen([key, value]) else value for key, value in (path_parameters or {}).items()}


@schemathesis.hook
def map_query(context, query):
    return {"type": "irrevocable"} if context.operation.path.startswith("/sys/leases") and chosen(query) else query


@schemathesis.hook
def map_body(context, body):
    if not isinstance(body, dict) or not chosen(body):
        return body
    (content,) = context.operation.definition.raw["requestBody"]["content"].values()
    known = content["schema"]["properties"]
    sensible = {key: value for key, value in body.items() if key in known and chosen([key, body])}
    special = (words for start, words in SPECIAL.items() if context.operation.path.startswith(start))
    words = WORDS | received | next(special, {})
    return sensible | {key: words[key] for key in known if key in words}


@schemathesis.hook
def before_call(context, case, kwargs):
    case.headers.update(ROOT)
    if case.operation.path == "/auth/token/revoke-self":
        # Otherwise the rest of the run would have no root token.
        token = requests.post(f"{API}/auth/token/create", headers=ROOT, json={}).json()
        case.headers["X-Vault-Token"] = token["auth"]["client_token"]


@schemathesis.hook
def after_call(context, case, response):
    statuses[case.operation.label][response.status_code] += 1
    # Data of the root token is not reused.
    is_about_itself = case.operation.path.startswith("/auth/token/lookup")
    is_json = any("json" in value for value in response.headers.get("content-type", []))
    if response.status_code == 200 and is_json and not is_about_itself:
        listen(response.json())
    if case.operation.path == "/sys/seal" and response.status_code == 204:
        requests.post(f"{API}/sys/unseal", json={"key": UNSEAL_KEY})


@atexit.register
def print_summary():
    """Prints the share of operations that succeeded at least once; it should be high, because the others were tested only by refusals."""
    good = [label for label, seen in statuses.items() if any(status < 300 for status in seen)]
    print(f"{len(good)} of {len(statuses)} operations succeeded at least once")


@schemathesis.check
def failures_are_expected(ctx, response, case):
    """A 500 must be in the document, as in the reference, and give the reason. 502 and 503 mean that clusters or providers are unavailable."""
    if response.status_code < 500 or os.environ.get("FUZZ_MAY_BE_UNAVAILABLE") and response.status_code in (502, 503):
        return
    documented = case.operation.definition.raw["responses"]
    if response.status_code == 500 and "500" in documented and "internal error" not in response.text:
        return
    # A random configuration may name an unavailable provider; its calls then fail with the reference's message.
    if response.status_code == 502 and "502" in documented and "error making upstream request: " in response.text:
        return
    if case.operation.path == "/sys/health":
        return
    raise AssertionError(f"failed with {response.status_code}: {response.text}")
