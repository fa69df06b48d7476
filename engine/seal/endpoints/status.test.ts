import { suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { loneEngine } from "../../engine.suite.ts";
import { initialized, startSealed, unsealed } from "../sealed-cluster.suite.ts";

const unauthenticated = { token: "" };

suite("sys/health", () => {
  test("reports the state of the cluster by its status, and details in its body", async () => {
    const { ask, clock } = await startSealed();
    const still = {
      initialized: false,
      sealed: true,
      standby: true,
      performance_standby: false,
      replication_performance_mode: "unknown",
      replication_dr_mode: "unknown",
      server_time_utc: clock.now() / 1000,
      version: "1.14.9",
    };
    expect(await ask("GET", "sys/health", undefined, unauthenticated)).to.deep.equal({ status: 501, body: still });
    const sealed = await initialized(1, 1);
    expect(await sealed.ask("GET", "sys/health", undefined, unauthenticated)).to.deep.equal({
      status: 503,
      body: { ...still, initialized: true },
    });
    const { ask: askOpen } = await unsealed(1, 1);
    const { status, body } = await askOpen("GET", "sys/health", undefined, unauthenticated);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      ...still,
      initialized: true,
      sealed: false,
      standby: false,
      replication_performance_mode: "disabled",
      replication_dr_mode: "disabled",
      cluster_name: "lone",
      cluster_id: body?.cluster_id,
    });
    expect(body?.cluster_id).to.match(/^[0-9a-f-]{36}$/);
  });

  test("answers with the status that the client requested for the current state", async () => {
    const query = "sys/health?activecode=299&sealedcode=298&uninitcode=297&standbycode=296&standbyok=true";
    const more = "&drsecondarycode=295&performancestandbycode=294&perfstandbyok=";
    const ofStates = [await startSealed(), await initialized(1, 1), await unsealed(1, 1)];
    const statuses = await Promise.all(ofStates.map(({ ask }) => ask("GET", query + more, undefined, unauthenticated)));
    expect(statuses.map(({ status }) => status)).to.deep.equal([297, 298, 299]);
  });

  for (const bad of ["activecode=abc", "sealedcode=", "uninitcode=99", "drsecondarycode=x", "standbycode=100"]) {
    test(`refuses ${bad}`, async () => {
      const { ask } = await loneEngine();
      expect(await ask("GET", `sys/health?${bad}`)).to.deep.equal({ status: 400, body: { errors: [] } });
    });
  }
});

suite("a bare endpoint", () => {
  for (const [method, path] of [
    ["POST", "sys/health"],
    ["DELETE", "sys/health"],
    ["LIST", "sys/health"],
    ["POST", "sys/seal-status"],
    ["DELETE", "sys/init"],
    ["GET", "sys/unseal"],
    ["GET", "sys/seal"],
    ["GET", "sys/step-down"],
    ["POST", "sys/leader"],
    ["GET", "sys/rekey/update"],
    ["GET", "sys/generate-root/update"],
  ] as const) {
    test(`refuses ${method} ${path} for all clients`, async () => {
      const { ask } = await loneEngine();
      expect(await ask(method, path)).to.deep.equal({ status: 405, body: { errors: [] } });
      expect(await ask(method, path, undefined, unauthenticated)).to.deep.equal({ status: 405, body: { errors: [] } });
    });
  }

  test("with a trailing slash is a different path, which requires a token", async () => {
    const { ask } = await loneEngine();
    expect((await ask("GET", "sys/health/", undefined, unauthenticated)).status).to.equal(403);
  });

  test("ignores an invalid token", async () => {
    const { ask } = await loneEngine();
    for (const path of ["sys/health", "sys/leader", "sys/seal-status", "sys/init"]) {
      expect((await ask("GET", path, undefined, { token: "hvs.x" })).status, path).to.equal(200);
    }
  });
});

test("sys/leader reports the same in every state, because a cluster is one process", async () => {
  for (const { ask } of [await startSealed(), await unsealed(1, 1)]) {
    expect(await ask("GET", "sys/leader", undefined, unauthenticated)).to.deep.equal({
      status: 200,
      body: {
        ha_enabled: false,
        is_self: false,
        active_time: "0001-01-01T00:00:00Z",
        leader_address: "",
        leader_cluster_address: "",
        performance_standby: false,
        performance_standby_last_remote_wal: 0,
      },
    });
  }
});

test("sys/ha-status reports the single process, and requires a token", async () => {
  const { ask } = await loneEngine();
  expect((await ask("GET", "sys/ha-status", undefined, unauthenticated)).status).to.equal(403);
  const { body } = await ask("GET", "sys/ha-status");
  const nodes = [
    {
      hostname: "lone",
      api_address: "http://lone.test:8200",
      cluster_address: "wss://lone.test:8201",
      active_node: true,
      last_echo: null,
      version: "1.14.9",
    },
  ];
  expect([body?.nodes, (body?.data as JsonObject | undefined)?.nodes]).to.deep.equal([nodes, nodes]);
});

test("sys/step-down has no effect, and requires a token", async () => {
  const { ask } = await loneEngine();
  expect((await ask("PUT", "sys/step-down", undefined, unauthenticated)).status).to.equal(403);
  expect((await ask("POST", "sys/step-down")).status).to.equal(204);
});

test("sys/version-history lists the single version", async () => {
  const { ask } = await loneEngine();
  expect((await ask("GET", "sys/version-history")).status).to.equal(405);
  const { body } = await ask("LIST", "sys/version-history");
  expect(body?.data).to.deep.equal({
    keys: ["1.14.9"],
    key_info: {
      "1.14.9": { build_date: "", previous_version: null, timestamp_installed: "2026-01-01T00:00:00.000000000Z" },
    },
  });
});

test("sys/in-flight-req reports requests in progress, and nothing that a client sent except the path", async () => {
  const { ask } = await loneEngine();
  expect((await ask("GET", "sys/in-flight-req", undefined, unauthenticated)).status).to.equal(403);
  const { status, body } = await ask("GET", "sys/in-flight-req?x=hvs.secret");
  expect(status).to.equal(200);
  const [[id, request] = []] = Object.entries(body ?? {});
  expect(id).to.match(/^[0-9a-f-]{36}$/);
  expect(request).to.deep.equal({
    start_time: "2026-01-01T00:00:00.000000000Z",
    client_remote_address: "127.0.0.1",
    request_path: "/v1/sys/in-flight-req",
    request_method: "GET",
    client_id: "",
  });
  expect(Object.keys(body ?? {})).to.have.lengthOf(1);
});
