import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import { localRunner } from "#harness/cli/local-runner.ts";
import type { StartedStage } from "#harness/cli/runner.ts";
import { parseUp } from "#harness/cli/up-options.ts";
import { DatabaseSession } from "./database-session.suite.ts";

const patienceMilliseconds = 1_000;

type State = Readonly<{
  now: string;
  clusters: readonly Readonly<{ name: string; state: string }>[];
  faults: readonly unknown[];
  errors?: readonly string[];
}>;

suite("faults over HTTP", () => {
  const report = mkdtempSync(join(tmpdir(), "understudy-control-"));
  let running: StartedStage;
  const url = () => running.state.control?.url ?? "";
  const oslo = () => running.state.clusters[0]?.api ?? "";

  before(async () => {
    const words = { topology: "three", port: "0", rootToken: "root", control: "0", controlToken: "bad-night", report };
    running = await localRunner.start(parseUp(words));
  });
  after(() => rmSync(report, { recursive: true }));

  async function ask(path: string, body?: unknown, headers: Record<string, string> = {}) {
    const answer = await fetch(`${url()}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: "Bearer bad-night", ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, state: (await answer.json()) as State };
  }
  const refusal = async (path: string, body: unknown, headers?: Record<string, string>) => {
    const { status, state } = await ask(path, body, headers);
    return [status, state.errors?.join()] as const;
  };
  const stateOf = async (name: string) =>
    (await ask("/v1/state")).state.clusters.find((cluster) => cluster.name === name)?.state;
  const healthOf = (name: string) =>
    fetch(`${running.state.clusters.find((cluster) => cluster.name === name)?.api}/v1/sys/health`, {
      signal: AbortSignal.timeout(patienceMilliseconds),
    }).then(
      ({ status }) => status,
      () => null,
    );

  test("are refused to clients without the token, to web pages, and for other hosts", async () => {
    const denied = "permission denied: send Authorization: Bearer with the control token";
    expect(await refusal("/v1/state", undefined, { authorization: "Bearer other" })).to.deep.equal([403, denied]);
    expect((await refusal("/v1/heal", {}, { origin: "http://127.0.0.1:8300" }))[0]).to.equal(403);
    expect(await statusFor(url(), "rebound.example")).to.equal(403);
    expect(await statusFor(url(), "localhost")).to.equal(200);
  });

  test("an invalid request is refused with the field and changes nothing", async () => {
    const mistakes: readonly (readonly [string, unknown, RegExp])[] = [
      ["/v1/partition", { parties: ["Oslo", "Rome"] }, /^parties: must be two of Oslo, Lima, Kyoto/],
      ["/v1/partition", { parties: ["Oslo", "Oslo"] }, /^parties: must be two of/],
      ["/v1/partition", { party: [] }, /parties|party/],
      ["/v1/delay", { parties: ["database"], milliseconds: -1 }, /^milliseconds: /],
      ["/v1/time", { pass: "soon" }, /^pass: must be a number and s, m, h or d/],
      ["/v1/time", "{", /^the body is not JSON/],
      ["/v1/cloud/fault", { action: "GetUser", fault: "Rain" }, /^fault: /],
    ];
    for (const [path, body, says] of mistakes) {
      const [status, message] = await refusal(path, body);
      expect(status, path).to.equal(400);
      expect(message).to.match(says);
    }
    expect((await refusal("/v1/clusters/Rome/crash", {}))[0]).to.equal(404);
    expect((await refusal("/v1/rain", {}))[0]).to.equal(404);
    expect((await refusal("/v1/heal", " ".repeat(70_000)))[0]).to.equal(413);
    expect((await ask("/v1/state")).state.faults).to.deep.equal([]);
  });

  test("a partition lasts until it is healed", async () => {
    await ask("/v1/partition", { parties: ["Oslo", "Lima"] });
    await fetch(`${oslo()}/v1/secret/data/sky`, {
      method: "POST",
      headers: { "x-vault-token": "root" },
      body: '{"data":{"is":"blue"}}',
    });
    const link = "sys/replication/performance/status";
    const lima = async () => {
      const answer = await fetch(`${running.state.clusters[1]?.api}/v1/${link}`);
      return ((await answer.json()) as { data: { state: string } }).data.state;
    };
    expect(await lima()).not.to.equal("stream-wals");
    const { state } = await ask("/v1/heal", {});
    expect(state.faults).to.deep.equal([]);
    while ((await lima()) !== "stream-wals") await ask("/v1/time", { pass: "5s" });
  });

  test("a link or the database connection with low bandwidth, one-way loss or a reset recovers when healed", async () => {
    const link = "sys/replication/performance/status";
    const streams = async () => {
      const answer = await fetch(`${running.state.clusters[1]?.api}/v1/${link}`);
      return ((await answer.json()) as { data: { state: string } }).data.state === "stream-wals";
    };
    const both = { parties: ["Oslo", "Lima"] };
    expect((await ask("/v1/bandwidth", { ...both, bytes_per_second: 100_000 })).state.faults).to.deep.equal([
      { kind: "bandwidth", bytesPerSecond: 100_000, ...both },
    ]);
    await ask("/v1/heal", both);
    // Oslo's messages are dropped: heartbeats are missed, and Lima closes the connection.
    await ask("/v1/one-way", both);
    while (await streams()) await ask("/v1/time", { pass: "30s" });
    expect((await ask("/v1/heal", both)).state.faults).to.deep.equal([]);
    while (!(await streams())) await ask("/v1/time", { pass: "5s" });
    expect((await ask("/v1/reset", both)).state.faults, "a reset ends at once").to.deep.equal([]);
    while (!(await streams())) await ask("/v1/time", { pass: "5s" });
    expect(await refusal("/v1/one-way", { ...both, way: "to client" })).to.deep.equal([
      400,
      "way: applies to the database and the cloud; between two clusters, messages of the first are dropped",
    ]);
    await using session = await DatabaseSession.open(running.state.databases[0]?.url ?? "");
    await ask("/v1/one-way", { parties: ["database"], way: "to client" });
    const late = session.run("SELECT 1");
    expect(await Promise.race([late, ask("/v1/state").then(() => "waits")])).to.equal("waits");
    await ask("/v1/heal", { parties: ["database"] });
    expect(await late).to.equal("done");
    await ask("/v1/reset", { parties: ["database"] });
    expect(await session.run("SELECT 1")).to.match(/^failed/);
  });

  test("a crashed cluster answers no request until it is started, and cannot be crashed again", async () => {
    await ask("/v1/clusters/Kyoto/crash", {});
    expect([await stateOf("Kyoto"), await healthOf("Kyoto")]).to.deep.equal(["crashed", null]);
    expect(await refusal("/v1/clusters/Kyoto/crash", {})).to.deep.equal([
      409,
      "Kyoto is crashed, not running or paused",
    ]);
    await ask("/v1/clusters/Kyoto/start", {});
    expect([await stateOf("Kyoto"), await healthOf("Kyoto")]).to.deep.equal(["running", 200]);
  });

  test("a paused cluster answers no request until it is resumed", async () => {
    await ask("/v1/clusters/Lima/pause", {});
    expect(await healthOf("Lima")).to.equal(null);
    await ask("/v1/clusters/Lima/resume", {});
    expect(await healthOf("Lima")).to.equal(200);
  });

  test("time passes for all clusters", async () => {
    const before = Date.parse((await ask("/v1/state")).state.now);
    const { state } = await ask("/v1/time", { pass: "72h" });
    expect(Date.parse(state.now) - before).to.be.within(72 * 3_600_000, 73 * 3_600_000);
  });

  test("the database hangs, disconnects, and disconnects at a commit, and the cloud returns errors", async () => {
    await using session = await DatabaseSession.open(running.state.databases[0]?.url ?? "");
    await ask("/v1/black-hole", { parties: ["database"] });
    const late = session.run("SELECT 1");
    expect(await Promise.race([late, ask("/v1/state").then(() => "waits")])).to.equal("waits");
    await ask("/v1/heal", { parties: ["database"] });
    expect(await late).to.equal("done");
    await ask("/v1/database/cut", { text: "make_it_so", when: "after" });
    expect(await session.run("SELECT 'make_it_so'")).to.match(/^failed/);
    const { state } = await ask("/v1/cloud/fault", { action: "GetCallerIdentity", fault: "Throttling" });
    expect(state.faults).to.deep.equal([
      { kind: "cloud error", parties: ["cloud", "GetCallerIdentity"], fault: "Throttling" },
    ]);
    const cut = await ask("/v1/cloud/fault", { action: "GetCallerIdentity", fault: "cut" });
    expect(cut.state.faults).to.deep.equal([
      { kind: "cloud error", parties: ["cloud", "GetCallerIdentity"], fault: "cut" },
    ]);
    await ask("/v1/cloud/fault", { action: "GetCallerIdentity", fault: null });
  });

  test("the database is full or read-only for a user until it is healed, fails one statement, and is restarted", async () => {
    const url = running.state.databases[0]?.url ?? "";
    {
      await using administrator = await DatabaseSession.open(url);
      expect(await administrator.run("CREATE ROLE tess LOGIN PASSWORD 'Tess-1'")).to.equal("done");
    }
    const address = new URL(url);
    [address.username, address.password] = ["tess", "Tess-1"];
    const written = async () => {
      try {
        await using session = await DatabaseSession.open(address.href);
        return await session.run("CREATE ROLE tim");
      } catch (error) {
        return (error as Error).message;
      }
    };
    const usual = "failed: permission denied to create role";
    for (const [trouble, expected] of [
      ["full", /^too many connections for role "tess"/],
      ["read-only", /^failed: cannot execute CREATE ROLE in a read-only transaction/],
    ] as const) {
      expect(await written()).to.equal(usual);
      const { state } = await ask("/v1/database/trouble", { trouble, username: "tess" });
      expect(state.faults).to.deep.equal([{ kind: trouble, parties: ["database"], username: "tess" }]);
      expect(await written()).to.match(expected);
      expect((await ask("/v1/heal", {})).state.faults).to.deep.equal([]);
      expect(await written()).to.equal(usual);
    }
    expect(await refusal("/v1/database/trouble", { trouble: "full", username: "tina" })).to.deep.equal([
      404,
      "username: the database has no user tina",
    ]);
    const superuser = await refusal("/v1/database/trouble", { trouble: "full", username: "postgres" });
    expect(superuser[0]).to.equal(409);
    expect(superuser[1]).to.match(/^username: postgres is a superuser/);
    expect((await refusal("/v1/database/trouble", { trouble: "full", username: "a'b" }))[1]).to.match(/^username: /);

    {
      await using session = await DatabaseSession.open(url);
      await ask("/v1/database/fail-statement", { text: "current_user", nth: 2 });
      expect(await session.run("SELECT current_user")).to.equal("done");
      expect(await session.run("SELECT current_user")).to.match(/^failed: column "x{12}" does not exist/);
      expect(await session.run("SELECT current_user")).to.equal("done");
    }
    await using broken = await DatabaseSession.open(url);
    const { status } = await ask("/v1/database/restart", {});
    expect(status).to.equal(200);
    expect(await broken.run("SELECT 1")).to.match(/^failed/);
    await using session = await DatabaseSession.open(url);
    expect(await session.run("ALTER ROLE tess CONNECTION LIMIT 5")).to.equal("done");
  });

  test("each operation is in the OpenAPI document, which needs no token", async () => {
    const { paths } = (await (await fetch(`${url()}/openapi.json`)).json()) as { paths: Record<string, object> };
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const { errors = [] } = (await ask("/v1/no-such-thing")).state;
    const [, served = ""] = /known: (.*)$/.exec(errors.join()) ?? [];
    const routes = served.replaceAll(":cluster", "{cluster}").split(", ");
    expect(documented.map((one) => one.replace(/^[A-Z]+ /, "")).toSorted()).to.deep.equal(
      routes.filter((path) => path !== "/openapi.json").toSorted(),
    );
    for (const one of documented) {
      const [method = "", path = ""] = one.split(" ");
      const answer = await fetch(`${url()}${path.replace("{cluster}", "Rome")}`, {
        method,
        headers: { authorization: "Bearer bad-night" },
        ...(method === "POST" ? { body: '{"no such member": 1}' } : {}),
      });
      await answer.body?.cancel();
      expect(answer.status, one).to.equal(method === "POST" ? 400 : 200);
    }
  });

  test("pipelined requests of one connection are read in small numbers, and all are answered", async () => {
    const port = Number(new URL(url()).port);
    let [begun, ended, maxAhead] = [0, 0, 0];
    const isControl = (message: unknown) => (message as { request: IncomingMessage }).request.socket.localPort === port;
    const begins = (message: unknown) => {
      if (isControl(message)) begun += 1;
      maxAhead = Math.max(maxAhead, begun - ended);
    };
    const ends = (message: unknown) => {
      if (isControl(message)) ended += 1;
    };
    subscribe("http.server.request.start", begins);
    subscribe("http.server.response.finish", ends);
    const count = 400;
    const socket = connect(port, "127.0.0.1");
    let text = "";
    let answered = 0;
    socket.setEncoding("latin1").on("data", (piece: string) => {
      const lines = `${text}${piece}`.split("HTTP/1.1 200");
      answered += lines.length - 1;
      text = lines.at(-1)?.slice(-20) ?? "";
      if (answered === count) socket.end();
    });
    socket.write("GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(count));
    await once(socket, "close");
    unsubscribe("http.server.request.start", begins);
    unsubscribe("http.server.response.finish", ends);
    expect(answered).to.equal(count);
    expect(maxAhead).to.be.within(1, 200);
  });

  test("the history is served while it grows, and is complete with a page at the end", async () => {
    const following = await fetch(`${url()}/v1/history?follow=true`, {
      headers: { authorization: "Bearer bad-night" },
    });
    const followed = following.text();
    const far = await (await fetch(`${url()}/v1/history`, { headers: { authorization: "Bearer bad-night" } })).text();
    expect(far)
      .to.match(/^\{"history":1,/)
      .and.to.include('"type":"crash"')
      .and.not.to.include('"type":"end"');
    await running[Symbol.asyncDispose]();
    const whole = readFileSync(join(report, "history.ndjson"), "utf8");
    const kinds = new Set(whole.split("\n").flatMap((line) => /^\{"type":"([a-z]+)"/.exec(line)?.[1] ?? []));
    expect([...kinds]).to.include.members([
      "request",
      "answer",
      "frame",
      "fault",
      "heal",
      "crash",
      "start",
      "time",
      "log",
      "end",
    ]);
    expect((await followed) === whole, "a following reader receives the same history").to.equal(true);
    expect(whole).not.to.include("bad-night").and.not.to.include('"blue"');
    expect(readFileSync(join(report, "index.html"), "utf8")).to.include("What happened");
    expect(running.closing?.().at(-1)).to.match(/^report: .*index\.html$/);
  });
});

function statusFor(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { host, authorization: "Bearer bad-night" };
    request(`${url}/v1/state`, { headers }, ({ statusCode }) => resolve(statusCode))
      .on("error", reject)
      .end();
  });
}
