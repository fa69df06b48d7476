import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { expect } from "chai";
import { openStage, type StageSetting } from "#harness/stages/open-stage.ts";
import type { StageCluster } from "#harness/stages/stage.ts";
import { Failure } from "./failure.ts";
import { localRunner } from "./local-runner.ts";
import { parseRehearse, replayWords } from "./rehearse-options.ts";
import { parseUp } from "./up-options.ts";

const folder = mkdtempSync(join(tmpdir(), "understudy-environment-"));
after(() => rmSync(folder, { recursive: true }));

function fileWith(name: string, content: object): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const inOslo = fileWith("oslo.json", {
  Oslo: {
    CLOUD_ENDPOINT_URL: { cloud: "url" },
    CLOUD_ACCESS_KEY: { cloud: "access_key_id" },
    CLOUD_SECRET_KEY: { cloud: "secret_access_key" },
  },
});

type Call = (
  request: Readonly<{ path: string; body: Readonly<Record<string, unknown>> }>,
) => Promise<Readonly<{ status: number; text: string }>>;

async function lookUp(call: Call, principal: string) {
  const enabled = await call({ path: "sys/auth/cloud", body: { type: "cloud" } });
  expect(enabled.status).to.equal(204);
  const body = { bound_iam_principal_arn: principal };
  return await call({ path: "auth/cloud/role/looked-up", body });
}

const without = /NoCredentialProviders/;

test("each cluster of up has its own environment from the file", async () => {
  await using running = await localRunner.start(parseUp({ topology: "unlinked", port: "0", environment: inOslo }));
  const { clusters, cloud } = running.state;
  const callTo = (name: string): Call => {
    const { api = "", token = "" } = clusters.find((cluster) => cluster.name === name) ?? {};
    return async ({ path, body }) => {
      const headers = { "X-Vault-Token": token };
      const answer = await fetch(`${api}/v1/${path}`, { method: "POST", body: JSON.stringify(body), headers });
      return { status: answer.status, text: await answer.text() };
    };
  };
  const principal = `arn:aws:iam::${cloud.account}:user/administrator`;
  expect(await lookUp(callTo("Oslo"), principal)).to.deep.equal({ status: 204, text: "" });
  const refused = await lookUp(callTo("Lima"), principal);
  expect(refused.status).to.equal(400);
  expect(refused.text).to.match(without);
});

test("clusters of a rehearsal keep their environment from the file after a restart", async () => {
  const report = mkdtempSync(join(folder, "report-"));
  const options = parseRehearse([], { stage: "simulated", environment: inOslo }, () => 7);
  await using services = await localRunner.prepare({ ...options, workers: 1 }, report);
  const setting = services.worldParameters as StageSetting;
  await using stage = await openStage(setting, "a.feature:1", { named: ["Oslo", "Lima"] });
  const principal = `arn:aws:iam::${stage.cloud.account}:user/administrator`;
  const callTo =
    ({ call }: StageCluster): Call =>
    async (request) => {
      const { status, body } = await call({ ...request, method: "POST", token: "root" });
      return { status, text: JSON.stringify(body) };
    };
  const [oslo, lima] = stage.clusters;
  if (!oslo || !lima) throw new Error("expected both clusters");
  await oslo.restart();
  expect((await lookUp(callTo(oslo), principal)).status).to.equal(204);
  expect((await lookUp(callTo(lima), principal)).text).to.match(without);
});

test("an invalid file is a usage error before anything starts", async () => {
  const environment = fileWith("bad.json", { Rome: {} });
  const message = (clusters: string) =>
    `environment ${environment}: the document has a field "Rome", but may have only ${clusters}, *`;
  const failureOf = async (starting: Promise<unknown>) =>
    starting.then(
      () => undefined,
      (error: unknown) => error,
    );
  const usage = { code: "usage", exitCode: 64 };
  const up = await failureOf(localRunner.start(parseUp({ topology: "one", environment })));
  expect(up)
    .to.be.instanceOf(Failure)
    .and.include({ ...usage, message: message("Oslo") });
  const rehearsed = { ...parseRehearse([], { stage: "simulated", environment }, () => 7), workers: 1 };
  const prepared = await failureOf(localRunner.prepare(rehearsed, folder));
  expect(prepared)
    .to.be.instanceOf(Failure)
    .and.include({ ...usage, message: message("Oslo, Lima, Kyoto") });
});

test("the parameters of a rehearsal contain no secret of the file", async () => {
  process.env.UNDERSTUDY_TEST_SECRET = "never-to-be-shown";
  after(() => delete process.env.UNDERSTUDY_TEST_SECRET);
  const environment = fileWith("secret.json", { "*": { CLOUD_SECRET_KEY: { variable: "UNDERSTUDY_TEST_SECRET" } } });
  const options = { ...parseRehearse([], { stage: "simulated", environment }, () => 7), workers: 1 };
  await using services = await localRunner.prepare(options, mkdtempSync(join(folder, "report-")));
  expect(JSON.stringify(services.worldParameters)).to.contain("UNDERSTUDY_TEST_SECRET").and.not.contain("never-to-be");
});

test("the command that repeats a scenario names the file; a remote stage refuses the option", () => {
  const options = parseRehearse([], { environment: "e.json" }, () => 7);
  expect(replayWords(options)).to.include.members(["--environment", "e.json"]);
  const remote = { stage: "remote", target: "t.json", environment: "e.json" };
  expect(() => parseRehearse([], remote, () => 7)).to.throw(Failure, "--environment is not for --stage remote");
});
