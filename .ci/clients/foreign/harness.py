"""A harness in another language: writes a history in the format of docs/history.md, in which Oslo is demoted and Lima promoted.

What it watches is a service of its own, two dictionaries. With --lose the second one lacks the last write, as after a failover that loses something.
"""

import hashlib
import json
import sys

history = []
clock = 1_767_225_600_000


def note(kind, **members):
    global clock
    clock += 5
    history.append({"type": kind, "seq": len(history) + 1, "at": clock, **members})
    return len(history)


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def ask(client, cluster, method, path, status=204, content=None, index=None, body=None):
    written = {"content": digest(content)} if content is not None and method == "POST" else {}
    said = {} if body is None else {"body": body}
    request = note("request", client=client, cluster=cluster, method=method, path=path, **written, **said)
    read = {"content": digest(content)} if content is not None and method == "GET" else {}
    replication = {} if index is None else {"index": {"set": "set-1", "entry": index}}
    outcome = "ok" if status < 300 else "fail"
    note("answer", cause=request, outcome=outcome, status=status, **read, **replication)


replication = "sys/replication/performance"
oslo, lima = {}, {}
ask("root", "Oslo", "POST", "sys/mounts/colours", body={"type": "kv"}, index=1)
ask("root", "Oslo", "POST", f"{replication}/primary/enable")
for entry in range(2, 6):
    key, value = f"k{entry}", f"value {entry}"
    oslo[key] = value
    lima[key] = value
    ask("client 1", "Oslo", "POST", f"colours/{key}", content=value, index=entry)
if "--lose" in sys.argv:
    lima["k5"] = None
ask("root", "Oslo", "POST", f"{replication}/primary/demote")
ask("root", "Lima", "POST", f"{replication}/secondary/promote")
note("settled")
for key, value in lima.items():
    if value is None:
        ask("client 2", "Lima", "GET", f"colours/{key}", status=404)
    else:
        ask("client 2", "Lima", "GET", f"colours/{key}", status=200, content=value)
note("end")

heading = {
    "history": 1,
    "by": "a harness in Python",
    "stage": "two dictionaries",
    "play": "a planned failover",
    "clusters": ["Oslo", "Lima"],
    "sees": ["request", "answer", "settled", "end"],
}
for line in [heading, *history]:
    print(json.dumps(line))
