import { suite, test } from "node:test";
import { expect } from "chai";
import type { NewEvent } from "#harness/history/event.ts";
import { call, settled, status } from "./example.ts";
import { filteredAtRest } from "./filtered-at-rest.ts";
import { verdictOf } from "./verdict-of.suite.ts";

const filterPath = "GET sys/replication/performance/primary/paths-filter/lima" as const;
const stored = (cluster: string, items: Readonly<Record<string, string>>): NewEvent => ({
  type: "survey",
  of: "keys by part",
  cluster,
  items,
});

function verdict(
  own: Readonly<Record<string, string>>,
  filter?: Readonly<{ mode: string; paths: readonly string[] }>,
  ...between: readonly NewEvent[]
): string {
  const events = [
    settled,
    ...status("Oslo", { mode: "primary" }),
    ...status("Lima", { mode: "secondary", secondary_id: "lima", state: "stream-wals" }),
    ...call("Oslo", filterPath, {}, filter ? { body: { data: filter } } : { status: 404 }),
    ...call("Oslo", "GET sys/mounts", {}, { body: { data: { "colours/": { uuid: "7" }, "shapes/": { uuid: "8" } } } }),
    ...between,
    stored("Oslo", both),
    stored("Lima", own),
  ];
  return verdictOf(filteredAtRest, events);
}

const both = { "mount/7": "2 keys, a", "mount/8": "3 keys, b", "core record of mount/7": "1 keys, c" };
const onlyShapes = { "mount/8": "3 keys, b" };

suite("a secondary at rest", () => {
  test("stores the same keys as the primary without a filter", () => {
    expect(verdict(both)).to.equal("held");
    expect(verdict(onlyShapes)).to.equal("broken");
  });

  test("stores no keys and no record of a denied mount, and all keys of the others", () => {
    const filter = { mode: "deny", paths: ["colours/"] };
    expect(verdict(onlyShapes, filter)).to.equal("held");
    expect(verdict(both, filter)).to.equal("broken");
    expect(verdict({ ...onlyShapes, "core record of mount/7": "1 keys, c" }, filter)).to.equal("broken");
    expect(verdict({}, filter)).to.equal("broken");
  });

  test("stores what a filter allows; other mounts are not checked", () => {
    const filter = { mode: "allow", paths: ["colours/"] };
    expect(verdict(both, filter)).to.equal("held");
    expect(verdict(onlyShapes, filter)).to.equal("broken");
  });

  test("is not checked after a fault", () => {
    expect(verdict(onlyShapes, undefined, { type: "fault", kind: "restart", parties: ["database"] })).to.equal("held");
  });
});
