"""Clusters for the flows, and clients for them."""

import json
import os
import time

import hvac

RAISED = json.loads(os.environ["UNDERSTUDY_RAISED"])
UNTOUCHED = json.loads(os.environ["UNDERSTUDY_SEALED"])
# Database servers, each with users of this client.
SERVERS = json.loads(os.environ["UNDERSTUDY_SERVERS"])
ROOT = RAISED["clusters"][0]["token"]


def cluster(raised, name):
    """Returns the cluster with this name."""
    return next(one for one in raised["clusters"] if one["name"] == name)


def vault(token=ROOT, name="Oslo", **options):
    """Creates an unmodified client of the library. Default: Oslo and the root token."""
    return hvac.Client(url=cluster(RAISED, name)["api"], token=token, **options)


def token_with(policy, rules):
    """Creates a token with one policy with these rules."""
    vault().sys.create_or_update_policy(policy, rules)
    return vault().auth.token.create(policies=[policy])["auth"]["client_token"]


def eventually(look, wanted, seconds=10):
    """Repeats a read until the response has the expected values or the time is up. Returns the last response."""
    end = time.monotonic() + seconds
    while True:
        seen = look()
        if all(seen.get(name) == value for name, value in wanted.items()) or time.monotonic() > end:
            return seen
        time.sleep(0.1)
