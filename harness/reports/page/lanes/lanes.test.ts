import { suite, test } from "node:test";
import { expect } from "chai";
import { type Event, historyVersion, type NewEvent } from "#harness/history/event.ts";
import { lanes } from "./lanes.ts";

const heading = {
  history: historyVersion,
  by: "test",
  stage: "simulated",
  play: "test",
  clusters: ["Oslo", "Lima"],
  sees: [],
} as const;

/** The hover texts of a picture of these events, each a second after the one before. */
function hovers(...added: readonly NewEvent[]): readonly string[] {
  const events = added.map((event, index) => ({ ...event, seq: index + 1, at: 10_000 + index * 1000 }) as Event);
  const { markup: drawn } = lanes({ heading, events, began: 8_000, broken: [] });
  return [...drawn.matchAll(/<title>([^<]*)<\/title>/g)].map(([, text = ""]) => text);
}

suite("what a picture tells where it is hovered", () => {
  test("since when a cluster is what it is, and until when, from the beginning of the history on", () => {
    const told = hovers(
      { type: "role", cluster: "Lima", role: "bootstrapping" },
      { type: "role", cluster: "Lima", role: "secondary", state: "stream-wals", era: 1 },
      { type: "settled" },
    );
    expect(told).to.include("Lima: copying, since 2.000 s, event 1, until 3.000 s, event 2");
    expect(told).to.include("Lima: secondary, stream-wals, era 1, since 3.000 s, event 2");
  });

  test("how a fault is about, and when it was over", () => {
    const parties = ["Oslo", "Lima"];
    const told = hovers(
      { type: "role", cluster: "Oslo", role: "primary" },
      { type: "role", cluster: "Lima", role: "secondary" },
      { type: "fault", kind: "slow", parties, about: { milliseconds: 200 } },
      { type: "heal", cause: 3, parties },
    );
    expect(told.join("; ")).to.contain("slow: Oslo and Lima\n{");
    expect(told.join("; ")).to.contain("200}\n4.000 s, event 3\nover at 5.000 s, event 4");
  });

  test("when a request was asked and answered", () => {
    const told = hovers(
      { type: "request", client: "Ada", cluster: "Oslo", method: "GET", path: "colours/sky" },
      { type: "answer", cause: 1, outcome: "ok", status: 200 },
    );
    expect(told.join("; ")).to.contain("asked at 2.000 s, event 1, answered at 3.000 s, event 2");
  });
});
