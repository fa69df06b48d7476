"""The clusters that were raised for the flows, and clients for them."""

import json
import os
import time

import hvac

RAISED = json.loads(os.environ["UNDERSTUDY_RAISED"])
UNTOUCHED = json.loads(os.environ["UNDERSTUDY_SEALED"])
# Real database servers, each with users of our own.
SERVERS = json.loads(os.environ["UNDERSTUDY_SERVERS"])
ROOT = RAISED["clusters"][0]["token"]


def cluster(raised, name):
    """The cluster of this name."""
    return next(one for one in raised["clusters"] if one["name"] == name)


def vault(token=ROOT, name="Oslo", **options):
    """The library's client, unchanged: at Oslo with the root token, unless told otherwise."""
    return hvac.Client(url=cluster(RAISED, name)["api"], token=token, **options)


def token_with(policy, rules):
    """A token of one policy with these rules."""
    vault().sys.create_or_update_policy(policy, rules)
    return vault().auth.token.create(policies=[policy])["auth"]["client_token"]


def eventually(look, wanted, seconds=10):
    """Looks again and again until the answer has what is wanted, and hands back the last look."""
    end = time.monotonic() + seconds
    while True:
        seen = look()
        if all(seen.get(name) == value for name, value in wanted.items()) or time.monotonic() > end:
            return seen
        time.sleep(0.1)
