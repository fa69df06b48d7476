import { suite, test } from "node:test";
import { expect } from "chai";
import { dependencyRules } from "./rules.ts";
import { locationOf, targetOf } from "./source-file.ts";

const rules = dependencyRules();

function broken(path: string, specifier: string | null): readonly string[] {
  const use = { from: locationOf(path), to: targetOf(specifier, path) };
  return rules.filter(({ breaks }) => breaks(use)).map(({ claim }) => claim);
}

const modules = "features <- scenarios -> harness -> cluster -> engine";
const parts =
  "ports <- api <- core <- { cloud, database, replication, kv, cubbyhole, userpass, approle, seal } <- engine.ts";
const apart =
  "cloud, database, replication, kv, cubbyhole, userpass, approle, seal: none imports another, their tests neither";
const layers =
  "harness: { reaper, files, api, capabilities, program } <- { masking, databases, cloud } <- { faults, history } <- { simulation, checkers, targets } <- { stages } <- { campaign, sweeps, reports } <- { control } <- { cli }";
const simulation = "harness/simulation does not import cluster";
const cloud = "harness/cloud imports neither engine nor cluster";
const ofItsOwn = "harness/cloud/embedded can be published as it is: it imports no other files of ours";
const judges =
  "harness/checkers and harness/history import neither engine nor cluster: a checker shares no code with its subject";
const remote = "the remote stage and harness/targets import neither engine nor cluster: they use a target only by HTTP";
const byName = "other modules are imported by name: #engine/…, #cluster/…, #harness/…";
const tests = "only tests import tests and suites";
const readable = "engine, cluster and scenarios have no computed imports";

const offences = [
  ["engine/core/token.ts", "#cluster/clock.ts", [modules]],
  ["engine/core/token.test.ts", "#harness/simulation/random.ts", [modules]],
  ["engine/database/rotation/rotation.ts", "#harness/databases/embedded-postgresql.ts", [modules]],
  ["cluster/listen.ts", "#harness/stages/stage.ts", [modules]],
  ["harness/stages/live.ts", "#scenarios/world.ts", [modules]],
  ["scenarios/steps/failover.ts", "#engine/engine.ts", [modules]],
  ["scenarios/steps/failover.ts", "#cluster/cluster.ts", [modules]],
  ["scenarios/steps/failover.ts", "../../bench/main.ts", [modules, byName]],
  ["bin/launch.ts", "#cluster/cluster.ts", [modules]],
  ["client/connect.js", "#engine/api/answer.ts", [modules]],
  ["attic/old.ts", "#engine/engine.ts", [modules]],
  ["engine/ports/store.ts", "../api/json.ts", [parts]],
  ["engine/api/router.ts", "../core/core.ts", [parts]],
  ["engine/core/core.ts", "../kv/kv.ts", [parts]],
  ["engine/core/core.ts", "../engine.ts", [parts]],
  ["engine/core/core.ts", "#engine/kv/kv.ts", [parts]],
  ["engine/attic/old.ts", "../core/core.ts", [parts]],
  ["engine/stores/memory-store.ts", "../api/json.ts", [parts]],
  ["engine/kv/kv.ts", "../engine.ts", [parts]],
  ["engine/kv/kv.ts", "../database/password.ts", [parts, apart]],
  ["engine/kv/kv.test.ts", "../database/password.ts", [apart]],
  ["engine/approle/login.ts", "../userpass/login.ts", [parts, apart]],
  ["engine/core/core.ts", "../seal/seal.ts", [parts]],
  ["engine/seal/seal.ts", "../replication/replication.ts", [parts, apart]],
  ["harness/history/recorder.ts", "#harness/reports/page/page.ts", [layers]],
  ["harness/targets/probe.ts", "#harness/stages/stage.ts", [layers]],
  ["harness/databases/product.ts", "../faults/faulty-database.ts", [layers]],
  ["harness/stages/play-files.ts", "#harness/cli/run.ts", [layers]],
  ["harness/control/operations.ts", "#harness/cli/run.ts", [layers]],
  ["harness/checkers/operation.ts", "#harness/simulation/network.ts", [layers]],
  ["harness/reports/page/page.ts", "#harness/campaign/play.ts", [layers]],
  ["harness/attic/old.ts", "#harness/api/request.ts", [layers]],
  ["harness/cli/run.ts", "#harness/attic/old.ts", [layers]],
  ["harness/simulation/network.ts", "#cluster/link/link.ts", [simulation]],
  ["harness/simulation/network.test.ts", "#cluster/link/link.ts", [simulation]],
  ["harness/cloud/embedded/signature/authorization.ts", "#engine/cloud/login.ts", [cloud, ofItsOwn]],
  ["harness/cloud/embedded/signature/authorization.ts", "../../node-sha256.ts", [ofItsOwn]],
  ["harness/cloud/embedded/embedded-cloud.test.ts", "#cluster/cluster.ts", [cloud]],
  ["harness/checkers/planned-failover.ts", "#engine/replication/operations/status.ts", [judges]],
  ["harness/history/recorder.ts", "#cluster/log.ts", [judges]],
  ["harness/targets/target.ts", "#engine/engine.ts", [remote]],
  ["harness/stages/remote.ts", "#cluster/cluster.ts", [remote]],
  ["cluster/listen.ts", "../engine/engine.ts", [byName]],
  ["harness/cli/run.ts", "../../cluster/cluster.ts", [byName]],
  ["engine/core/core.ts", "./core.test.ts", [tests]],
  ["harness/stages/live.ts", "#engine/ports/store.suite.ts", [tests]],
  ["engine/core/core.ts", null, [readable]],
  ["scenarios/world.ts", null, [readable]],
] as const;

const customs = [
  ["engine/engine.ts", "./kv/kv.ts"],
  ["engine/kv/endpoints/read.ts", "../../api/endpoint.ts"],
  ["engine/kv/kv.test.ts", "../engine.ts"],
  ["cluster/cluster.ts", "#engine/engine.ts"],
  ["cluster/stores/memory.test.ts", "#engine/ports/store.suite.ts"],
  ["engine/database/real-server.suite.ts", "#harness/databases/embedded-postgresql.ts"],
  ["harness/stages/live.ts", "#cluster/cluster.ts"],
  ["harness/simulation/network.ts", "#engine/ports/link.ts"],
  ["harness/cloud/embedded/answer.ts", "./signature/authorization.ts"],
  ["harness/reaper/reaper.ts", null],
  ["harness/history/recorder.ts", "#harness/masking/mask.ts"],
  ["harness/stages/remote.ts", "#harness/targets/probe.ts"],
  ["harness/reports/page/page.ts", "#harness/reports/junit.ts"],
  ["harness/control/control.test.ts", "#harness/cli/local-runner.ts"],
  ["scenarios/steps/failover.ts", "#harness/stages/stage.ts"],
  ["bench/main.ts", "#cluster/cluster.ts"],
  ["bench/child.ts", "#bin/v8-options.js"],
  [".ci/same-seed.test.ts", "#harness/cli/survey.ts"],
] as const;

suite("the dependency rules", () => {
  for (const [path, specifier, claims] of offences) {
    test(`${path} may not import ${specifier ?? "a computed name"}`, () => {
      expect(broken(path, specifier)).to.deep.equal(claims);
    });
  }
  for (const [path, specifier] of customs) {
    test(`${path} may import ${specifier ?? "a computed name"}`, () => {
      expect(broken(path, specifier)).to.deep.equal([]);
    });
  }
  test("each rule has an offence here that breaks it", () => {
    const shown = new Set<string>(offences.flatMap(([, , claims]) => claims));
    expect(rules.map(({ claim }) => claim).filter((claim) => !shown.has(claim))).to.deep.equal([]);
  });
});
