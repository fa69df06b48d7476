import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { expect } from "chai";
import { type OwnClusters, ownClusters } from "./clusters.ts";
import { rehearse } from "./rehearse.suite.ts";

/** A requirement that a scenario proves only with this capability of the target. */
const provedWith = {
  "move-time": "DB-ROLE-08",
  partition: "REPL-PROMOTE-04",
  restart: "REPL-DEMOTE-03",
  environment: "CLOUD-CLIENT-17",
  "old-release": "CLOUD-ROLE-14",
  edition: "REPL-EDITION-01",
  "stand-ins": "CLOUD-CLIENT-14",
  audit: "CLOUD-IDENT-25",
  addresses: "CLOUD-TOKEN-12",
  "certified-api": "REPL-SENABLE-07",
  "database-faults": "DB-CONFIG-09",
} as const;

describe("a rehearsal on three clusters of this project in processes of their own", () => {
  let clusters: OwnClusters;
  before(async () => {
    clusters = await ownClusters();
  });
  after(() => clusters?.[Symbol.asyncDispose]());

  const play = (ids: readonly string[], fields: Readonly<Record<string, unknown>> = {}) =>
    rehearse(clusters, ids, fields);

  test("judges requirements with each capability that its target file declares", async () => {
    const ids = Object.values(provedWith);
    const { target, verdicts, played } = await play(ids);
    expect(target.capabilities).to.include.members([...Object.keys(provedWith), "fresh", "replication", "black-hole"]);
    expect(played.scenarios).to.include({ failed: 0, notPlayed: 0 });
    for (const id of ids) expect(verdicts[id], id).to.include({ verdict: "held" });
  });

  test("may change the replication roles, and runs the command for a cluster that has joined", async () => {
    const ids = ["REPL-DEMOTE-01", "REPL-PDISABLE-04", "REPL-SDISABLE-03", "REPL-SDISABLE-04", "REPL-REVOKE-03"];
    const joins = join(clusters.folder, "joins");
    const all = Object.entries(clusters.target.clusters).map(([name, { commands, ...one }]) => {
      const joined = ["sh", "-c", 'echo "$0" >>"$1"', name, joins];
      return [name, { ...one, commands: { ...commands, joined } }] as const;
    });
    const { played, verdicts } = await play(ids, { clusters: Object.fromEntries(all) });
    expect(played.scenarios).to.include({ passed: ids.length, failed: 0 });
    for (const id of ids) expect(verdicts[id].verdict, id).to.equal("held");
    const names = readFileSync(joins, "utf8").trimEnd().split("\n");
    expect(names).to.have.length.of.at.least(ids.length);
    expect(names).to.include("Lima").and.not.include("Oslo");
  });

  test("does not play scenarios about the right to lead if the target's status does not report it", async () => {
    const { played } = await play(["REPL-DEMOTE-01", "OWN-LEAD-02"], { rightToLead: false });
    expect(played.scenarios).to.include({ passed: 1, failed: 0, notPlayed: 3 });
  });

  test("does not partition two of three clusters whose connections cannot be distinguished", async () => {
    const { clusters: all } = clusters.target;
    const alike = Object.fromEntries(Object.entries(all).map(([name, one]) => [name, { ...one, connectsFrom: [] }]));
    const { verdicts, played } = await play(["REPL-PROMOTE-05", "OWN-LEAD-02"], { clusters: alike });
    expect(verdicts["REPL-PROMOTE-05"].verdict).to.equal("held");
    expect(played.scenarios).to.include({ failed: 0, notPlayed: 1 });
  });

  test("uses another name of the filter's key where the target requires it", async () => {
    const ids = ["REPL-FILTER-06", "REPL-FILTER-12"];
    const { played } = await play(ids, { filterKey: "secondary_id" });
    expect(played.scenarios.failed).to.equal(0);
    expect(played.scenarios.passed).to.be.at.least(ids.length);
    expect(played.filterKey).to.equal("secondary_id");
  });
});
