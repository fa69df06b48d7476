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

function hovers(...added: readonly NewEvent[]): readonly string[] {
  const events = added.map((event, index) => ({ ...event, seq: index + 1, at: 10_000 + index * 1000 }) as Event);
  const { markup: drawn } = lanes({ heading, events, began: 8_000, broken: [] });
  return [...drawn.matchAll(/<title>([^<]*)<\/title>/g)].map(([, text = ""]) => text);
}

suite("a history without a broken rule", () => {
  const events: readonly Event[] = [
    { type: "fault", seq: 1, at: 10_000, kind: "partition", parties: ["Oslo", "Lima"] },
    { type: "crash", seq: 2, at: 12_500, cluster: "Lima" },
  ];

  test("says so, and lists operators' commands and faults", () => {
    const { markup } = lanes({ heading, events, began: 10_000, broken: [] });
    expect(markup).to.contain("No rule was broken.").and.contain("partition: Oslo and Lima");
    expect(markup).to.contain("2.5 s</span> Lima was killed").and.contain('data-middle="0"');
  });

  test("that was stopped at an event is scrolled to its end", () => {
    const { markup } = lanes({ heading, events, began: 10_000, broken: [], until: 2 });
    expect(markup).to.contain("No rule was broken up to event 2.").and.not.contain('data-middle="0"');
  });
});

suite("hover texts", () => {
  test("show since when and until when a cluster has its role, relative to the start of the history", () => {
    const titles = hovers(
      { type: "role", cluster: "Lima", role: "bootstrapping" },
      { type: "role", cluster: "Lima", role: "secondary", state: "stream-wals", era: 1 },
      { type: "settled" },
    );
    expect(titles).to.include("Lima: copying, since 2.000 s, event 1, until 3.000 s, event 2");
    expect(titles).to.include("Lima: secondary, stream-wals, era 1, since 3.000 s, event 2");
  });

  test("show the parameters of a fault and its end", () => {
    const parties = ["Oslo", "Lima"];
    const titles = hovers(
      { type: "role", cluster: "Oslo", role: "primary" },
      { type: "role", cluster: "Lima", role: "secondary" },
      { type: "fault", kind: "slow", parties, about: { milliseconds: 200 } },
      { type: "heal", cause: 3, parties },
    );
    expect(titles.join("; ")).to.contain("slow: Oslo and Lima\n{");
    expect(titles.join("; ")).to.contain("200}\n4.000 s, event 3\nover at 5.000 s, event 4");
  });

  test("show when a request was sent and answered", () => {
    const titles = hovers(
      { type: "request", client: "Ada", cluster: "Oslo", method: "GET", path: "colours/sky" },
      { type: "answer", cause: 1, outcome: "ok", status: 200 },
    );
    expect(titles.join("; ")).to.contain("asked at 2.000 s, event 1, answered at 3.000 s, event 2");
  });
});
