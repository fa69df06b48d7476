import { type Heading, historyVersion, type NewEvent } from "#harness/history/event.ts";
import { LineFile } from "#harness/history/line-file.ts";

const heading: Heading = {
  history: historyVersion,
  by: "a benchmark",
  stage: "made up",
  play: "a million events",
  clusters: ["Oslo", "Lima"],
  sees: ["request", "answer", "frame", "arrival"],
};

const keys = 1_000;
const set = "the-set";

/** Writes a history of about `events` events to a file: writes at Oslo and reads at Lima, without violations. */
export function writeLongHistory(path: string, events: number): void {
  using file = new LineFile(path);
  file.add(JSON.stringify(heading));
  let seq = 0;
  const add = (event: NewEvent): number => {
    const { type, ...facts } = event;
    file.add(JSON.stringify({ type, seq: ++seq, at: seq / 10, ...facts }));
    return seq;
  };
  const mounted = add({
    type: "request",
    client: "root",
    cluster: "Oslo",
    method: "POST",
    path: "sys/mounts/colours",
    body: { type: "kv" },
  });
  add({ type: "answer", cause: mounted, outcome: "ok", status: 204, index: { set, entry: 1 } });
  for (let entry = 2; seq < events; entry++) {
    const content = `content ${entry}`;
    const path = `colours/${entry % keys}`;
    const write = add({ type: "request", client: "client 1", cluster: "Oslo", method: "POST", path, content });
    const frame = add({
      type: "frame",
      from: "Oslo",
      to: "Lima",
      kind: "message",
      size: 400,
      about: { type: "entries", first: entry },
    });
    add({ type: "answer", cause: write, outcome: "ok", status: 204, index: { set, entry } });
    add({ type: "arrival", cause: frame, fate: "delivered" });
    const read = add({
      type: "request",
      client: "client 2",
      cluster: "Lima",
      method: "GET",
      path,
      requires: { set, entry },
    });
    add({ type: "answer", cause: read, outcome: "ok", status: 200, content, body: { data: { value: content } } });
  }
  add({ type: "end" });
}
