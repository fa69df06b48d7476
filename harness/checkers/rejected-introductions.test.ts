import { suite, test } from "node:test";
import { expect } from "chai";
import type { NewEvent } from "#harness/history/event.ts";
import { call, command, frame, mounted } from "./example.ts";
import { filteredRequests } from "./filtered-requests.ts";
import { revokedMeansSilent } from "./revoked-means-silent.ts";
import { verdictOf } from "./verdict-of.suite.ts";

const introduction = frame("Lima", "Oslo", "introduction", { id: "lima" });
const [rejection, welcome] = [frame("Oslo", "Lima", "goodbye"), frame("Oslo", "Lima", "welcome")];

suite("a cluster whose introduction to another was rejected", () => {
  test("has not become its secondary: it may be sent what a primary is sent", () => {
    const before = [introduction, ...command("Oslo", "primary/revoke-secondary", { body: { id: "lima" } })];
    const reversed = frame("Oslo", "Lima", "introduction", { id: "oslo-1" });
    const acknowledgement = frame("Oslo", "Lima", "message", { type: "ack" });
    const judged = (...events: readonly NewEvent[]) =>
      verdictOf(revokedMeansSilent, [...before, ...events, acknowledgement]);
    expect(judged()).to.equal("broken");
    expect(judged(reversed)).to.equal("held");
    expect(judged(reversed, introduction)).to.equal("broken");
    expect(judged(reversed, introduction, rejection)).to.equal("held");
    expect(judged(reversed, introduction, welcome, rejection), "accepted first").to.equal("broken");
    expect(judged(reversed, introduction, frame("Kyoto", "Lima", "goodbye")), "by another one").to.equal("broken");
  });

  test("is not subject to the other's filter", () => {
    const filter = command("Oslo", "primary/paths-filter/lima", { body: { mode: "deny", paths: ["colours/"] } });
    const write = call("Lima", "POST colours/sky", { content: "blue" }, { status: 204 });
    const judged = (...events: readonly NewEvent[]) =>
      verdictOf(filteredRequests, [...mounted("Oslo"), ...events, ...filter, ...write]);
    expect(judged(introduction)).to.equal("broken");
    expect(judged(introduction, rejection)).to.equal("held");
    expect(judged(introduction, rejection, introduction, welcome)).to.equal("broken");
    expect(judged(introduction, welcome, introduction, rejection), "it stays a secondary").to.equal("broken");
  });
});
