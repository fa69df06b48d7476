import { suite, test } from "node:test";
import { expect } from "chai";
import type { NewEvent } from "#harness/history/event.ts";
import { connectionsAreServed } from "./connections-are-served.ts";
import { command, frame } from "./example.ts";
import { verdictOf } from "./verdict-of.suite.ts";

function verdict(...between: readonly NewEvent[]): string {
  const hello = frame("Lima", "Oslo", "message", { type: "hello" });
  const others = Array.from({ length: 9 }, () => frame("Kyoto", "Rome", "message", { type: "ack" }));
  return verdictOf(connectionsAreServed, [hello, ...between, ...others]);
}

suite("a secondary that is sent nothing", () => {
  test("breaks the rule, also over a delayed link", () => {
    expect(verdict()).to.equal("broken");
    expect(verdict({ type: "fault", kind: "slow", parties: ["Oslo", "Lima"] })).to.equal("broken");
  });

  test("does not break the rule after a fault, an end of the connection, or a command on the secondary", () => {
    expect(verdict({ type: "fault", kind: "partition", parties: ["Oslo", "Lima"] })).to.equal("held");
    expect(verdict({ type: "fault", kind: "restart", parties: ["database"] })).to.equal("held");
    expect(verdict({ type: "crash", cluster: "Oslo" })).to.equal("held");
    expect(verdict(frame("Oslo", "Lima", "close"))).to.equal("held");
    expect(verdict(...command("Lima", "secondary/update-primary"))).to.equal("held");
  });

  test("does not break the rule if it or its primary is down, and breaks it after the start", () => {
    const hello = frame("Lima", "Oslo", "message", { type: "hello" });
    const crash = (cluster: string): NewEvent => ({ type: "crash", cluster });
    const start = (cluster: string): NewEvent => ({ type: "start", cluster });
    const others = Array.from({ length: 9 }, () => frame("Kyoto", "Rome", "message", { type: "ack" }));
    const judge = (...events: readonly NewEvent[]) => verdictOf(connectionsAreServed, [...events, ...others]);
    const heartbeat = frame("Oslo", "Lima", "message", { type: "heartbeat" });
    expect(judge(crash("Oslo"), hello)).to.equal("held");
    expect(judge(crash("Lima"), heartbeat)).to.equal("held");
    expect(judge(crash("Kyoto"), hello), "another cluster").to.equal("broken");
    expect(judge(crash("Oslo"), start("Oslo"), hello)).to.equal("broken");
  });

  test("does not break the rule during a wait in which the clock leaps, and breaks it afterwards", () => {
    const hello = frame("Lima", "Oslo", "message", { type: "hello" });
    const others = Array.from({ length: 9 }, () => frame("Kyoto", "Rome", "message", { type: "ack" }));
    const wait = (milliseconds: number): NewEvent => ({ type: "time", milliseconds });
    const judge = (...events: readonly NewEvent[]) => verdictOf(connectionsAreServed, events);
    expect(judge(wait(61_000), hello, ...others)).to.equal("held");
    expect(judge(wait(60_000), hello, ...others)).to.equal("broken");
    const later = (index: number) => (index === 0 ? 0 : 62_000 + index * 1000);
    expect(verdictOf(connectionsAreServed, [wait(61_000), hello, ...others], { at: later })).to.equal("broken");
  });
});
