import { suite, test } from "node:test";
import { expect } from "chai";
import type { NewEvent } from "#harness/history/event.ts";
import { copiesComeToAnEnd } from "./copies-come-to-an-end.ts";
import { verdictOf } from "./verdict-of.suite.ts";

const connections = 12;

function verdict({
  first = [],
  answer = [],
}: Readonly<Partial<Record<"first" | "answer", readonly NewEvent[]>>>): string {
  const rounds = Array.from({ length: connections }, () => [message("Lima", "Oslo", "hello"), ...answer]);
  return verdictOf(copiesComeToAnEnd, [...first, ...rounds.flat()]);
}

function message(from: string, to: string, type: string): NewEvent {
  return { type: "frame", from, to, kind: "message", size: 100, about: { type, index: 7 } };
}

const restored = (cluster: string): NewEvent => ({ type: "fault", kind: "older store", parties: [cluster] });

suite("a secondary that connects again and again without progress", () => {
  test("breaks the rule without faults", () => {
    expect(verdict({ first: [], answer: [] })).to.equal("broken");
    expect(verdict({ first: [], answer: [message("Oslo", "Lima", "diff")] })).to.equal("broken");
  });

  test("does not break the rule if its primary was restored from a backup and does not serve it: the secondary may be ahead", () => {
    expect(verdict({ first: [restored("Oslo")], answer: [] })).to.equal("held");
    const others = [restored("Oslo"), message("Oslo", "Kyoto", "stream"), message("Oslo", "Kyoto", "entries")];
    expect(verdict({ first: others, answer: [] })).to.equal("held");
  });

  test("does not break the rule if its primary was fenced, until that is promoted or has another log", () => {
    const role = (role: "primary" | "secondary", state: string, era: number): NewEvent => {
      return { type: "role", cluster: "Oslo", role, state, era };
    };
    const fenced = role("primary", "fenced", 3);
    expect(verdict({ first: [fenced] })).to.equal("held");
    expect(verdict({ first: [fenced, role("primary", "running", 3)] })).to.equal("held");
    expect(verdict({ first: [fenced, role("secondary", "idle", 4)] }), "demoted").to.equal("held");
    expect(verdict({ first: [fenced, role("primary", "running", 4)] }), "promoted").to.equal("broken");
    expect(verdict({ first: [fenced, message("Lima", "Oslo", "stream")] }), "has another log").to.equal("broken");
    expect(verdict({ first: [fenced, message("Oslo", "Lima", "stream")] }), "serves its own").to.equal("held");
  });

  for (const type of ["stream", "diff", "copy"]) {
    test(`breaks the rule if the restored primary serves it (${type})`, () => {
      expect(verdict({ first: [restored("Oslo")], answer: [message("Oslo", "Lima", type)] })).to.equal("broken");
    });
  }

  test("does not break the rule while its disk is full (seed 920059 of nemesis)", () => {
    const full = (cluster: string): NewEvent => ({ type: "fault", kind: "full disk", parties: [cluster, "storage"] });
    const emptied: NewEvent = { type: "heal", parties: ["Lima", "storage"] };
    expect(verdict({ first: [full("Lima")] })).to.equal("held");
    expect(verdict({ first: [full("Lima"), emptied] })).to.equal("broken");
    expect(verdict({ first: [full("Oslo")] })).to.equal("broken");
  });

  test("breaks the rule if it was restored itself", () => {
    expect(verdict({ first: [restored("Lima")], answer: [] })).to.equal("broken");
  });
});
