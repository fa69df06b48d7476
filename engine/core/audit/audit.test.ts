import { suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { loneEngine } from "../../engine.suite.ts";
import type { AuditSinks } from "../../ports/audit.ts";
import { memoryStore } from "../../stores/memory-store.ts";

function files() {
  const lines = new Map<string, string[]>();
  const broken = new Set<string>();
  const full = new Set<string>();
  const open: string[] = [];
  const audit: AuditSinks = {
    async open(target) {
      if (target.kind !== "file") throw new Error("nothing listens there");
      if (broken.has(target.path)) throw new Error("EACCES: permission denied");
      const written = lines.get(target.path) ?? [];
      lines.set(target.path, written);
      open.push(target.path);
      return {
        async write(line) {
          if (broken.has(target.path) || full.has(target.path)) throw new Error("ENOSPC: no space left");
          written.push(line);
        },
        async close() {
          open.splice(open.indexOf(target.path), 1);
        },
      };
    },
  };
  const entries = (path: string): JsonObject[] =>
    (lines.get(path) ?? []).slice(1).map((line) => JSON.parse(line.replace(/^[^{]*/, "")) as JsonObject);
  return { audit, broken, full, open, entries, text: (path: string) => (lines.get(path) ?? []).join("") };
}

function at(json: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], json);
}

async function audited(options: JsonObject = {}) {
  const memoryFiles = files();
  const logged: (readonly [event: string, path: unknown])[] = [];
  const note = (event: string, facts: JsonObject = {}) => void logged.push([event, facts.path]);
  const log = { info: () => {}, warn: note, error: note };
  const lone = await loneEngine(memoryStore(), { audit: memoryFiles.audit, log });
  await lone.ask("POST", "sys/mounts/kv1", { type: "kv" });
  await lone.ask("PUT", "sys/audit/main", { type: "file", options: { file_path: "main", ...options } });
  return { ...lone, ...memoryFiles, logged };
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
      "an invalid boolean",
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

  test("a device that cannot be opened is refused with the reason", async () => {
    const { ask, broken } = await audited();
    broken.add("full");
    expect(await ask("PUT", "sys/audit/x", { type: "file", options: { file_path: "full" } })).to.deep.equal({
      status: 400,
      body: { errors: ["the audit device cannot be written to: EACCES: permission denied"] },
    });
  });

  test("a device that fails its test write is not left open", async () => {
    const { ask, full, open } = await audited();
    full.add("full");
    expect((await ask("PUT", "sys/audit/x", { type: "file", options: { file_path: "full" } })).status).to.equal(400);
    expect(open).to.deep.equal(["main"]);
  });

  test("a device that two concurrent requests enable is enabled once and closed when disabled", async () => {
    const { ask, open } = await audited();
    const enable = (file: string) => ask("PUT", "sys/audit/x", { type: "file", options: { file_path: file } });
    const answers = await Promise.all([enable("one"), enable("two")]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([204, 400]);
    expect(open).to.have.length(2);
    await ask("DELETE", "sys/audit/x");
    expect(open).to.deep.equal(["main"]);
  });

  test("the log names the device that failed", async () => {
    const { ask, broken, logged } = await audited();
    await ask("PUT", "sys/audit/a", { type: "file", options: { file_path: "other" } });
    broken.add("other");
    await ask("GET", "kv1/a");
    expect(logged).to.deep.equal([
      ["an audit device failed", "a/"],
      ["an audit device failed", "a/"],
    ]);
  });

  test("each request has an entry before it is served, and each response one before it is sent, with the same id", async () => {
    const { ask, entries } = await audited();
    const reply = await ask("POST", "kv1/a", { value: "marker-1", number: 5, flag: true });
    expect(reply.status).to.equal(204);
    const read = await ask("GET", "kv1/a");
    const auditEntries = entries("main");
    expect(
      auditEntries.map(({ type, request }) => [type, (request as JsonObject).operation, (request as JsonObject).path]),
    ).to.deep.equal([
      ["request", "update", "kv1/a"],
      ["response", "update", "kv1/a"],
      ["request", "read", "kv1/a"],
      ["response", "read", "kv1/a"],
    ]);
    const [, , requestEntry, responseEntry] = auditEntries as [JsonObject, JsonObject, JsonObject, JsonObject];
    expect((requestEntry.request as JsonObject).id).to.equal(read.body?.request_id);
    expect((responseEntry.request as JsonObject).id).to.equal(read.body?.request_id);
    expect((requestEntry.auth as JsonObject).display_name).to.equal("token");
    expect((requestEntry.auth as JsonObject).policies).to.deep.equal(["root"]);
    expect((requestEntry.request as JsonObject).remote_address).to.equal("127.0.0.1");
    expect((requestEntry.request as JsonObject).mount_type).to.equal("kv");
  });

  test("texts are replaced by HMACs, which audit-hash reproduces; names, numbers and booleans are not", async () => {
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
    const [requestEntry, , , responseEntry] = entries("main");
    const sent = at(requestEntry, "request", "data");
    expect(at(sent, "value")).to.equal(hash);
    expect(at(sent, "number")).to.equal(5);
    expect(at(sent, "flag")).to.equal(true);
    expect(at(responseEntry, "response", "data", "value")).to.equal(hash);
    for (const secret of ["marker-1", "marker-2", "marker-3", '"root"}'])
      expect(text("main"), secret).to.not.include(secret);
    expect(at(requestEntry, "auth", "client_token")).to.match(/^hmac-sha256:/);
    expect(await ask("POST", "sys/audit-hash/none", { input: "x" })).to.deep.equal({
      status: 400,
      body: { errors: ['unknown audit backend "none/"'] },
    });
  });

  test("deeply nested data are masked and stored, up to the maximum depth of a body", async () => {
    const { ask, entries, text } = await audited();
    const fields = `{"deep":${'{"a":['.repeat(2_400)}"secret",1${"]}".repeat(2_400)},"list":["secret",{"b":"secret"}]}`;
    expect((await ask("POST", "kv1/deep", JSON.parse(fields))).status).to.equal(204);
    expect(text("main")).to.include(`{"a":[`.repeat(2_400)).and.not.include('secret"');
    const [requestEntry, responseEntry] = entries("main").slice(-2);
    expect(at(requestEntry, "request", "data", "list", "1", "b")).to.match(/^hmac-sha256:[0-9a-f]{64}$/);
    expect(JSON.stringify(at(responseEntry, "request", "data"))).to.equal(
      JSON.stringify(at(requestEntry, "request", "data")),
    );
  });

  test("issued tokens and their accessors are masked", async () => {
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

  test("a nonce in a token's metadata is masked in all entries, and other metadata are not", async () => {
    const { ask, entries, text } = await audited();
    const meta = { nonce: "marker-nonce", team: "painters" };
    const { body } = await ask("POST", "auth/token/create", { policies: ["default"], meta });
    await ask("GET", "auth/token/lookup-self", undefined, { token: String(at(body, "auth", "client_token")) });
    expect(text("main")).to.not.include("marker-nonce");
    const auditEntries = [at(entries("main")[1], "response", "auth"), at(entries("main")[2], "auth")];
    for (const auth of auditEntries) {
      expect(at(auth, "metadata", "nonce")).to.match(/^hmac-sha256:/);
      expect(at(auth, "metadata", "team")).to.equal("painters");
    }
    const raw = await audited({ log_raw: true });
    await raw.ask("POST", "auth/token/create", { meta });
    expect(raw.text("main")).to.include("marker-nonce");
  });

  test("an activation token is masked, including one that is encrypted to a public key", async () => {
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

  test("hmac_accessor=false leaves accessors unmasked, and log_raw leaves everything unmasked", async () => {
    const plain = await audited({ hmac_accessor: "false", prefix: "@cee: " });
    const { body } = await plain.ask("POST", "auth/token/create", {});
    expect(plain.text("main")).to.include(String(at(body, "auth", "accessor")));
    expect(plain.text("main")).to.match(/^@cee: \{/m);
    const raw = await audited({ log_raw: true });
    await raw.ask("POST", "kv1/a", { value: "marker-1" });
    expect(raw.text("main")).to.include("marker-1");
  });

  test("refused requests are audited with the reason: invalid token, no permission, no route, failed login", async () => {
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

  test("a request is refused if all devices fail, and executed if one of two devices works", async () => {
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

  test("a response that cannot be audited is not sent", async () => {
    const memoryFiles = files();
    let failAt = Number.POSITIVE_INFINITY;
    let written = 0;
    const audit: AuditSinks = {
      async open(target) {
        const sink = await memoryFiles.audit.open(target);
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

  test("unauthenticated status requests are not audited", async () => {
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

  test("devices are open again after a restart, and requests fail if their device cannot be opened", async () => {
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

  test("configured headers are audited, as HMACs if configured so", async () => {
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
