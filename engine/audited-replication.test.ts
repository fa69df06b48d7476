import { suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "./api/json.ts";
import { pairOfEngines } from "./pair.suite.ts";
import type { Ports } from "./ports/ports.ts";

const performance = "sys/replication/performance";

type Name = "oslo" | "lima";
type Logged = Readonly<{ event: string; facts: JsonObject }>;
type Line = Readonly<{ type: string; request?: Readonly<{ path?: string }> }>;

function watched() {
  const audited: string[] = [];
  const logged: Logged[] = [];
  const note = (event: string, facts: object = {}) => void logged.push({ event, facts: { ...facts } as JsonObject });
  const ports: Partial<Ports> = {
    audit: { open: async () => ({ write: async (line) => void audited.push(line), close: async () => {} }) },
    log: { info: note, warn: note, error: note },
  };
  return { audited, logged, ports };
}

async function audited() {
  const seen = { oslo: watched(), lima: watched() };
  const pair = await pairOfEngines({ portsOf: (name) => seen[name as Name].ports });
  await pair.oslo.ask("PUT", "sys/audit/main", { type: "file", options: { file_path: "main" } });
  await pair.until(
    async () => (await pair.lima.ask("GET", "sys/audit")).body?.data !== undefined && seen.lima.audited.length > 0,
  );
  const secrets = new Set<string>();
  const ask = async (name: Name, method: string, path: string, body?: JsonObject) => {
    const from = { audited: seen[name].audited.length, logged: seen[name].logged.length };
    const answer = await pair[name].ask(method, path, body);
    const { wrap_info: wrapping, data } = (answer.body ?? {}) as Readonly<Record<string, JsonObject | undefined>>;
    for (const one of [body?.token, wrapping?.token, wrapping?.accessor, data?.secondary_public_key]) {
      if (typeof one === "string" && one !== "") secrets.add(one);
    }
    const lines = seen[name].audited.slice(from.audited).map((line) => JSON.parse(line) as Line);
    const entries = lines.filter(({ request }) => request?.path === path).map(({ type }) => type);
    return { answer, entries, events: seen[name].logged.slice(from.logged), token: String(wrapping?.token) };
  };
  return { ...pair, seen, secrets, ask, [Symbol.asyncDispose]: () => pair[Symbol.asyncDispose]() };
}

/**
 * Operations of performance replication. Columns: cluster, method, path, request fields, the event that the cluster
 * logs (undefined if none), and facts of that event. The field value "token" is replaced by the latest activation
 * token.
 */
const operations: readonly (readonly [
  Name,
  string,
  string,
  JsonObject | undefined,
  string | undefined,
  JsonObject?,
])[] = [
  ["oslo", "POST", "primary/paths-filter/ID", { mode: "deny", paths: ["x/"] }, undefined],
  ["oslo", "GET", "primary/paths-filter/ID", undefined, undefined],
  ["oslo", "GET", "primary/dynamic-filter/ID", undefined, undefined],
  ["lima", "GET", "secondary/dynamic-filter/ID", undefined, undefined],
  ["oslo", "DELETE", "primary/paths-filter/ID", undefined, undefined],
  ["lima", "POST", "secondary/generate-public-key", {}, undefined],
  ["oslo", "POST", "primary/secondary-token", { id: "kyoto" }, "an activation token was asked for", { id: "kyoto" }],
  ["oslo", "POST", "primary/revoke-secondary", { id: "kyoto" }, "secondary revoked", { id: "kyoto" }],
  ["oslo", "POST", "primary/demote", {}, "demoted"],
  ["lima", "POST", "secondary/promote", {}, "promoted", { force: false }],
  ["lima", "POST", "primary/secondary-token", { id: "oslo" }, "an activation token was asked for", { id: "oslo" }],
  ["oslo", "POST", "secondary/update-primary", { token: "token" }, "given another primary", { id: "oslo" }],
  ["oslo", "POST", "secondary/update-primary", { token: "" }, "its primary was taken from it"],
  ["oslo", "POST", "secondary/disable", {}, "replication is disabled", { role: "secondary" }],
  ["oslo", "POST", "primary/enable", {}, "enabled as the primary of a new replication set"],
  ["oslo", "POST", "primary/disable", {}, "replication is disabled", { role: "primary" }],
  ["lima", "POST", "primary/secondary-token", { id: "again" }, "an activation token was asked for", { id: "again" }],
  [
    "oslo",
    "POST",
    "secondary/enable",
    { token: "token" },
    "enabled as a secondary: all that was stored is deleted",
    { id: "again" },
  ],
];

suite("performance replication operations", () => {
  test("are audited with request and response and without secrets, and changes of state are logged with their facts", async () => {
    await using clusters = await audited();
    const { seen, secrets, ask, lima } = clusters;
    const { body } = await lima.ask("GET", `${performance}/status`);
    const id = String((body?.data as JsonObject | undefined)?.cluster_id);
    let token = "";
    for (const [name, method, end, fields, event, facts = {}] of operations) {
      const path = `${performance}/${end.replace("ID", id)}`;
      const sentFields = fields?.token === "token" ? { token } : fields;
      const { answer, entries, events, ...rest } = await ask(name, method, path, sentFields);
      expect(answer.status, path).to.be.below(300);
      // The wipe deletes the audit devices too, so the response is not audited.
      expect(entries, path).to.deep.equal(end === "secondary/enable" ? ["request"] : ["request", "response"]);
      if (event !== undefined) {
        const found = events.find((one) => one.event === event);
        expect(found?.facts, `${path}: ${JSON.stringify(events)}`).to.include(facts);
      }
      if (end === "primary/secondary-token") token = rest.token;
    }
    expect(secrets.size).to.be.above(4);
    for (const { audited: lines, logged } of Object.values(seen)) {
      const text = [...lines, JSON.stringify(logged)].join("\n");
      for (const secret of secrets)
        expect(text.includes(secret), "an audit line or log entry contains a secret").to.equal(false);
    }
  });

  test("are sixteen, and only the status, which clients may poll every second, is not audited", async () => {
    await using clusters = await audited();
    const { entries } = await clusters.ask("oslo", "GET", `${performance}/status`);
    expect(entries).to.deep.equal([]);
    const ends = operations.map(([, method, end]) => `${method} ${end}`);
    expect(new Set(ends).size + 1).to.equal(16);
  });

  test("are audited when they are refused", async () => {
    await using clusters = await audited();
    const { answer, entries } = await clusters.ask("lima", "POST", `${performance}/primary/demote`, {});
    expect([answer.status, entries]).to.deep.equal([400, ["request", "response"]]);
  });
});
