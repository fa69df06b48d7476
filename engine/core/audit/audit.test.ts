import { suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { loneEngine } from "../../engine.suite.ts";
import type { AuditSinks } from "../../ports/audit.ts";
import { memoryStore } from "../../stores/memory-store.ts";

/** Files in memory, each of which can be made to fail. */
function files() {
  const lines = new Map<string, string[]>();
  const broken = new Set<string>();
  /** Files that can be opened and not written to. */
  const full = new Set<string>();
  const open: string[] = [];
  const audit: AuditSinks = {
    async open(place) {
      if (place.kind !== "file") throw new Error("nothing listens there");
      if (broken.has(place.path)) throw new Error("EACCES: permission denied");
      const written = lines.get(place.path) ?? [];
      lines.set(place.path, written);
      open.push(place.path);
      return {
        async write(line) {
          if (broken.has(place.path) || full.has(place.path)) throw new Error("ENOSPC: no space left");
          written.push(line);
        },
        async close() {
          open.splice(open.indexOf(place.path), 1);
        },
      };
    },
  };
  /** The entries of a file, without the line of its beginning. */
  const entries = (path: string): JsonObject[] =>
    (lines.get(path) ?? []).slice(1).map((line) => JSON.parse(line.replace(/^[^{]*/, "")) as JsonObject);
  return { audit, broken, full, open, entries, text: (path: string) => (lines.get(path) ?? []).join("") };
}

/** What stands in `json` under these names, one below the other. */
function at(json: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], json);
}

async function audited(options: JsonObject = {}) {
  const kept = files();
  const logged: (readonly [event: string, path: unknown])[] = [];
  const note = (event: string, facts: JsonObject = {}) => void logged.push([event, facts.path]);
  const log = { info: () => {}, warn: note, error: note };
  const lone = await loneEngine(memoryStore(), { audit: kept.audit, log });
  await lone.ask("POST", "sys/mounts/kv1", { type: "kv" });
  await lone.ask("PUT", "sys/audit/main", { type: "file", options: { file_path: "main", ...options } });
  return { ...lone, ...kept, logged };
}

const wrapped = (text: string) => `1 error occurred:\n\t* ${text}\n\n`;

suite("audit", () => {
  test("devices are enabled, listed and disabled", async () => {
    const { ask } = await audited();
    const { body } = await ask("GET", "sys/audit");
    const main = { path: "main/", type: "file", description: "", local: false, options: { file_path: "main" } };
    expect(body?.data).to.deep.equal({ "main/": main });
    expect(body?.["main/"]).to.deep.equal(main);
    expect((await ask("DELETE", "sys/audit/main")).status).to.equal(204);
    expect((await ask("DELETE", "sys/audit/main")).status).to.equal(204);
    expect((await ask("GET", "sys/audit")).body?.data).to.deep.equal({});
  });

  for (const [claim, path, body, error] of [
    ["a path in use", "main", { type: "file", options: { file_path: "other" } }, "path already in use"],
    ["an unknown type", "x", { type: "bogus" }, 'unknown backend type: "bogus"'],
    ["a file without a path", "x", { type: "file" }, "file_path is required"],
    ["a socket without an address", "x", { type: "socket" }, "address is required"],
    [
      "a mode that is not octal",
      "x",
      { type: "file", options: { file_path: "f", mode: "rw" } },
      "mode must be octal, such as 0600",
    ],
    [
      "an unknown format",
      "x",
      { type: "file", options: { file_path: "f", format: "jsonx" } },
      'unknown format type "jsonx"; allowed is json',
    ],
    [
      "a truth that is none",
      "x",
      { type: "file", options: { file_path: "f", log_raw: "maybe" } },
      "log_raw must be true or false",
    ],
  ] as const) {
    test(`${claim} is refused and nothing is enabled`, async () => {
      const { ask } = await audited();
      expect(await ask("PUT", `sys/audit/${path}`, body)).to.deep.equal({ status: 400, body: { errors: [error] } });
      expect(Object.keys(((await ask("GET", "sys/audit")).body?.data ?? {}) as object)).to.deep.equal(["main/"]);
    });
  }

  test("a device that cannot be written to is refused with why", async () => {
    const { ask, broken } = await audited();
    broken.add("full");
    expect(await ask("PUT", "sys/audit/x", { type: "file", options: { file_path: "full" } })).to.deep.equal({
      status: 400,
      body: { errors: ["the audit device cannot be written to: EACCES: permission denied"] },
    });
  });

  test("a device that does not take its first line leaves nothing open", async () => {
    const { ask, full, open } = await audited();
    full.add("full");
    expect((await ask("PUT", "sys/audit/x", { type: "file", options: { file_path: "full" } })).status).to.equal(400);
    expect(open).to.deep.equal(["main"]);
  });

  test("a device that is enabled twice at once is enabled once, and closed with it", async () => {
    const { ask, open } = await audited();
    const enable = (file: string) => ask("PUT", "sys/audit/x", { type: "file", options: { file_path: file } });
    const answers = await Promise.all([enable("one"), enable("two")]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([204, 400]);
    expect(open).to.have.length(2);
    await ask("DELETE", "sys/audit/x");
    expect(open).to.deep.equal(["main"]);
  });

  test("the device that failed is the one that is blamed", async () => {
    const { ask, broken, logged } = await audited();
    await ask("PUT", "sys/audit/a", { type: "file", options: { file_path: "other" } });
    broken.add("other");
    await ask("GET", "kv1/a");
    expect(logged).to.deep.equal([
      ["an audit device failed", "a/"],
      ["an audit device failed", "a/"],
    ]);
  });

  test("every request is told of before, and every answer after, with one id", async () => {
    const { ask, entries } = await audited();
    const reply = await ask("POST", "kv1/a", { value: "marker-1", number: 5, flag: true });
    expect(reply.status).to.equal(204);
    const read = await ask("GET", "kv1/a");
    const told = entries("main");
    expect(
      told.map(({ type, request }) => [type, (request as JsonObject).operation, (request as JsonObject).path]),
    ).to.deep.equal([
      ["request", "update", "kv1/a"],
      ["response", "update", "kv1/a"],
      ["request", "read", "kv1/a"],
      ["response", "read", "kv1/a"],
    ]);
    const [, , asked, answered] = told as [JsonObject, JsonObject, JsonObject, JsonObject];
    expect((asked.request as JsonObject).id).to.equal(read.body?.request_id);
    expect((answered.request as JsonObject).id).to.equal(read.body?.request_id);
    expect((asked.auth as JsonObject).display_name).to.equal("token");
    expect((asked.auth as JsonObject).policies).to.deep.equal(["root"]);
    expect((asked.request as JsonObject).remote_address).to.equal("127.0.0.1");
    expect((asked.request as JsonObject).mount_type).to.equal("kv");
  });

  test("texts are masked, each alike, and audit-hash tells how; names, numbers and truths stay", async () => {
    const { ask, entries, text } = await audited();
    await ask("POST", "kv1/a", {
      value: "marker-1",
      list: ["marker-2"],
      deep: { x: "marker-3" },
      number: 5,
      flag: true,
    });
    await ask("GET", "kv1/a");
    const { body } = await ask("POST", "sys/audit-hash/main", { input: "marker-1" });
    const hash = at(body, "data", "hash");
    expect(hash).to.match(/^hmac-sha256:[0-9a-f]{64}$/);
    const [asked, , , answered] = entries("main");
    const sent = at(asked, "request", "data");
    expect(at(sent, "value")).to.equal(hash);
    expect(at(sent, "number")).to.equal(5);
    expect(at(sent, "flag")).to.equal(true);
    expect(at(answered, "response", "data", "value")).to.equal(hash);
    for (const secret of ["marker-1", "marker-2", "marker-3", '"root"}'])
      expect(text("main"), secret).to.not.include(secret);
    expect(at(asked, "auth", "client_token")).to.match(/^hmac-sha256:/);
    expect(await ask("POST", "sys/audit-hash/none", { input: "x" })).to.deep.equal({
      status: 400,
      body: { errors: ['unknown audit backend "none/"'] },
    });
  });

  test("what is nested as deeply as a body may be is masked and stored", async () => {
    const { ask, entries, text } = await audited();
    const fields = `{"deep":${'{"a":['.repeat(2_400)}"secret",1${"]}".repeat(2_400)},"list":["secret",{"b":"secret"}]}`;
    expect((await ask("POST", "kv1/deep", JSON.parse(fields))).status).to.equal(204);
    expect(text("main")).to.include(`{"a":[`.repeat(2_400)).and.not.include('secret"');
    const [asked, answered] = entries("main").slice(-2);
    expect(at(asked, "request", "data", "list", "1", "b")).to.match(/^hmac-sha256:[0-9a-f]{64}$/);
    expect(JSON.stringify(at(answered, "request", "data"))).to.equal(JSON.stringify(at(asked, "request", "data")));
  });

  test("tokens that are handed out, and their accessors, are masked, too", async () => {
    const { ask, entries, text } = await audited();
    const { body } = await ask("POST", "auth/token/create", { policies: ["default"] });
    const token = String(at(body, "auth", "client_token"));
    const accessor = String(at(body, "auth", "accessor"));
    await ask("GET", "auth/token/lookup-self", undefined, { token });
    expect(text("main")).to.not.include(token);
    expect(text("main")).to.not.include(accessor);
    const auth = at(entries("main")[1], "response", "auth");
    expect(at(auth, "client_token")).to.match(/^hmac-sha256:/);
    expect(at(auth, "policies")).to.deep.equal(["default"]);
  });

  test("a nonce among a token's metadata is masked wherever they are told, and other metadata are not", async () => {
    const { ask, entries, text } = await audited();
    const meta = { nonce: "marker-nonce", team: "painters" };
    const { body } = await ask("POST", "auth/token/create", { policies: ["default"], meta });
    await ask("GET", "auth/token/lookup-self", undefined, { token: String(at(body, "auth", "client_token")) });
    expect(text("main")).to.not.include("marker-nonce");
    const told = [at(entries("main")[1], "response", "auth"), at(entries("main")[2], "auth")];
    for (const auth of told) {
      expect(at(auth, "metadata", "nonce")).to.match(/^hmac-sha256:/);
      expect(at(auth, "metadata", "team")).to.equal("painters");
    }
    const raw = await audited({ log_raw: true });
    await raw.ask("POST", "auth/token/create", { meta });
    expect(raw.text("main")).to.include("marker-nonce");
  });

  test("an activation token is masked like any other, also one that is encrypted to a public key", async () => {
    const { ask, entries, text } = await audited();
    const performance = "sys/replication/performance";
    const key = (await ask("POST", `${performance}/secondary/generate-public-key`)).body;
    const secondary_public_key = String(at(key, "data", "secondary_public_key"));
    await ask("POST", `${performance}/primary/enable`, {});
    const { body } = await ask("POST", `${performance}/primary/secondary-token`, { id: "lima", secondary_public_key });
    const token = String(at(body, "data", "token"));
    expect(token).to.match(/^activation-1\./);
    await ask("POST", `${performance}/secondary/enable`, { token });
    const hash = at((await ask("POST", "sys/audit-hash/main", { input: token })).body, "data", "hash");
    const [issued] = entries("main").filter((entry) => at(entry, "response", "data", "token") !== undefined);
    const [used] = entries("main").filter((entry) => at(entry, "request", "data", "token") !== undefined);
    expect(at(issued, "response", "data", "token")).to.equal(hash);
    expect(at(used, "request", "data", "token")).to.equal(hash);
    expect(text("main")).to.not.include(token);
  });

  test("accessors stay when a device is told so, and everything does when it is told to be raw", async () => {
    const plain = await audited({ hmac_accessor: "false", prefix: "@cee: " });
    const { body } = await plain.ask("POST", "auth/token/create", {});
    expect(plain.text("main")).to.include(String(at(body, "auth", "accessor")));
    expect(plain.text("main")).to.match(/^@cee: \{/m);
    const raw = await audited({ log_raw: true });
    await raw.ask("POST", "kv1/a", { value: "marker-1" });
    expect(raw.text("main")).to.include("marker-1");
  });

  test("what was refused is told of with why: without a token, without the right, without a place, with an open door", async () => {
    const { ask, entries } = await audited();
    await ask("GET", "kv1/a", undefined, { token: "unknown" });
    const { body } = await ask("POST", "auth/token/create", { policies: ["default"] });
    const token = String(at(body, "auth", "client_token"));
    await ask("GET", "kv1/a", undefined, { token });
    await ask("GET", "nomount/x");
    await ask("POST", "auth/none/login", { password: "marker-9" }, { token: "" });
    const errors = entries("main").filter(({ error }) => error !== undefined);
    const noHandler = 'no handler for route "nomount/x". route entry not found.';
    const why = ["permission denied", "permission denied", noHandler, "permission denied"];
    expect(errors.map(({ type, error }) => `${type}: ${error}`)).to.deep.equal(
      why.flatMap((error) => [`request: ${error}`, `response: ${error}`]),
    );
  });

  test("when no device takes it, the request is not done; when one of two does, it is", async () => {
    const { ask, broken, entries } = await audited();
    await ask("PUT", "sys/audit/second", { type: "file", options: { file_path: "second" } });
    broken.add("main");
    expect((await ask("POST", "kv1/a", { v: 1 })).status).to.equal(204);
    expect(entries("second").length).to.be.greaterThan(1);
    broken.add("second");
    expect(await ask("POST", "kv1/a", { v: 2 })).to.deep.equal({
      status: 500,
      body: { errors: [wrapped("internal error")] },
    });
    broken.clear();
    expect((await ask("GET", "kv1/a")).body?.data).to.deep.equal({ v: 1 });
  });

  test("an answer that cannot be told of is not given", async () => {
    const kept = files();
    let failAt = Number.POSITIVE_INFINITY;
    let written = 0;
    const audit: AuditSinks = {
      async open(place) {
        const sink = await kept.audit.open(place);
        return {
          ...sink,
          write: async (line) => (++written >= failAt ? Promise.reject(new Error("full")) : sink.write(line)),
        };
      },
    };
    const { ask } = await loneEngine(memoryStore(), { audit });
    await ask("POST", "sys/mounts/kv1", { type: "kv" });
    await ask("POST", "kv1/a", { value: "marker-1" });
    await ask("PUT", "sys/audit/main", { type: "file", options: { file_path: "main" } });
    failAt = written + 2;
    const reply = await ask("GET", "kv1/a");
    expect(reply.status).to.equal(500);
    expect(JSON.stringify(reply.body)).to.not.include("marker-1");
  });

  test("what any client may ask every second is not audited", async () => {
    const { ask, entries } = await audited();
    for (const path of [
      "sys/replication/status",
      "sys/replication/performance/status",
      "sys/health",
      "sys/seal-status",
      "sys/leader",
    ]) {
      expect((await ask("GET", path, undefined, { token: "" })).status, path).to.equal(200);
    }
    expect(entries("main")).to.deep.equal([]);
  });

  test("devices are there again after a restart, and one that cannot be opened then fails", async () => {
    const { ask, store, audit, broken, entries } = await audited();
    await ask("GET", "kv1/a");
    const before = entries("main").length;
    const again = await loneEngine(store, { audit });
    expect((await again.ask("GET", "kv1/a")).status).to.equal(404);
    expect(entries("main").length).to.equal(before + 2);
    broken.add("main");
    const third = await loneEngine(store, { audit });
    expect((await third.ask("GET", "kv1/a")).status).to.equal(500);
  });

  test("headers are audited when they are configured, hashed when that says so", async () => {
    const { ask, entries } = await audited();
    await ask("POST", "sys/config/auditing/request-headers/X-Team", {});
    await ask("POST", "sys/config/auditing/request-headers/X-Badge", { hmac: true });
    expect((await ask("GET", "sys/config/auditing/request-headers")).body?.data).to.deep.equal({
      headers: { "x-badge": { hmac: true }, "x-team": { hmac: false } },
    });
    await ask("GET", "kv1/a", undefined, { headers: { "x-team": "blue", "x-badge": "marker-7" } });
    const headers = at(entries("main").at(-1), "request", "headers");
    expect(at(headers, "x-team")).to.deep.equal(["blue"]);
    expect(at(headers, "x-badge", "0")).to.match(/^hmac-sha256:/);
    expect((await ask("DELETE", "sys/config/auditing/request-headers/x-team")).status).to.equal(204);
    expect((await ask("GET", "sys/config/auditing/request-headers/x-team")).status).to.equal(400);
  });
});
