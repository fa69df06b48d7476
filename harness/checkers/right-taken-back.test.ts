import { suite, test } from "node:test";
import { expect } from "chai";
import type { NewEvent } from "#harness/history/event.ts";
import { rightTakenBack } from "./right-taken-back.ts";
import { verdictOf } from "./verdict-of.suite.ts";

function judged(...commands: readonly (readonly NewEvent[])[]): string {
  return verdictOf(rightTakenBack, commands.flat(), { at: (index) => (index + 1) * 30_000 });
}

function commanded(cluster: string, command: string, body = {}, outcome: "ok" | "unknown" = "ok"): readonly NewEvent[] {
  const path = `sys/replication/performance/${command}`;
  return [
    { type: "request", client: "root", cluster, method: "POST", path, body },
    { type: "answer", cause: 0, outcome, status: outcome === "ok" ? 200 : null },
  ];
}

const demoted = (cluster: string) => commanded(cluster, "primary/demote");
const promoted = (cluster: string) => commanded(cluster, "secondary/promote");
const forced = (cluster: string) => commanded(cluster, "secondary/promote", { force: true });
const takenBack = [demoted("Oslo"), forced("Oslo")];

suite("a role that was taken back is no other cluster's", () => {
  test("no other cluster is promoted without force afterwards", () => {
    expect(judged(...takenBack, promoted("Lima"))).to.equal("broken");
    expect(judged(...takenBack, forced("Lima"))).to.not.equal("broken");
  });

  test("also if an earlier right to lead was used", () => {
    expect(judged(demoted("Lima"), promoted("Lima"), ...takenBack, promoted("Lima"))).to.equal("broken");
    expect(judged(demoted("Lima"), promoted("Oslo"), ...takenBack, promoted("Lima"))).to.equal("broken");
  });

  test("a promotion by force does not invalidate the right to lead from the demotion of another cluster", () => {
    const elsewhere = [demoted("Lima"), forced("Oslo"), ...takenBack];
    expect(judged(...elsewhere, promoted("Lima"))).to.not.equal("broken");
    expect(judged(...elsewhere, promoted("Lima"), ...takenBack, promoted("Lima"))).to.equal("broken");
  });

  test("a promotion without force that used its own right does not invalidate the right of another cluster", () => {
    const elsewhere = [demoted("Lima"), forced("Oslo"), demoted("Oslo"), promoted("Oslo")];
    expect(judged(...elsewhere, ...takenBack, promoted("Lima"))).to.not.equal("broken");
  });

  test("an unanswered demotion may have transferred the right to lead", () => {
    const unanswered = commanded("Oslo", "primary/demote", {}, "unknown");
    expect(judged(...takenBack, unanswered, promoted("Lima"))).to.not.equal("broken");
  });
});
