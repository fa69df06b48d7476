import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, test } from "node:test";
import { expect } from "chai";
import { mapConcurrently } from "#engine/core/concurrency/map-concurrently.ts";
import { localRunner } from "#harness/cli/local-runner.ts";
import { parseUp } from "#harness/cli/up-options.ts";
import { openToOthers } from "#harness/files/permissions.suite.ts";
import { describe } from "../reference/described.ts";
import { documentedOperations } from "../reference/operations.ts";
import { type Slip, secrets, slips, tracesOf } from "./bodies.suite.ts";

const fields: Readonly<Record<keyof typeof secrets, string>> = {
  "unseal key share in hex": "key",
  "unseal key share in base64": "key",
  "root token": "token",
  "recovery key": "key",
  "userpass password": "password",
  "AppRole secret id": "secret_id",
  "database password": "password",
  "activation token": "token",
  "wrapping token": "token",
  "TLS private key": "private_key",
  "cloud secret key": "secret_key",
  "connection address": "connection_url",
};
const named = Object.entries(secrets).map(([name, secret]) => ({
  field: fields[name as keyof typeof secrets],
  secret,
}));
const together = 8;

suite("the report folder of up --control, after clients sent every secret to every path in every wrong form", () => {
  test("contains none of them, and only its owner can read it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "understudy-disclosure-"));
    try {
      const report = join(folder, "new", "report");
      await sendAll(report);
      const files = readdirSync(report, { recursive: true, withFileTypes: true });
      expect(files.map(({ name }) => name)).to.include.members(["history.ndjson", "index.html"]);
      const unseals = readFileSync(join(report, "history.ndjson"), "utf8").match(/"sys\/unseal/g) ?? [];
      expect(unseals.length).to.be.above(50);
      expect(openToOthers(join(folder, "new"))).to.deep.equal([]);
      for (const file of files) {
        const path = join(file.parentPath, file.name);
        const bytes = file.isFile() ? readFileSync(path) : Buffer.alloc(0);
        for (const [name, secret] of Object.entries(secrets))
          for (const trace of tracesOf(secret)) expect(bytes.indexOf(trace), `${name} in ${path}`).to.equal(-1);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

async function sendAll(report: string): Promise<void> {
  const paths = [
    ...new Set(documentedOperations(await describe()).map(({ path }) => path.replaceAll(/:\w+/g, "x"))),
    "no/such/path",
  ];
  const words = { topology: "one", port: "0", rootToken: secrets["root token"], control: "0", report };
  await using raised = await localRunner.start(parseUp(words));
  const api = raised.state.clusters[0]?.api ?? "";
  const shares = named.filter(({ field }) => field === "key");
  const ceremonies = paths.filter((path) => /^sys\/(unseal|init|rekey|generate-root)/.test(path));
  const asked = [
    // All errors with all key shares here; elsewhere a third of the errors, each with one of the secrets.
    ...ceremonies.flatMap((path) =>
      shares.flatMap((one) => slips(one.field, one.secret).map((slip) => ({ path, slip }))),
    ),
    ...paths.flatMap((path, index) =>
      slips("", "").flatMap((_, slip) => {
        const one = named[(index + slip) % named.length];
        return one && (index + slip) % 3 === 0 ? [{ path, slip: slips(one.field, one.secret)[slip] as Slip }] : [];
      }),
    ),
  ];
  await mapConcurrently(asked, { most: together }, (one) => send(api, one));
  for (const { secret } of named) await sendInHeaders(api, secret.replaceAll("\n", ""));
}

async function send(api: string, { path, slip }: Readonly<{ path: string; slip: Slip }>): Promise<void> {
  const { body, query, type } = slip;
  const answer = await fetch(`${api}/v1/${path}${query === undefined ? "" : `?${query}`}`, {
    method: "POST",
    ...(type === undefined ? {} : { headers: { "content-type": type } }),
    ...(body === undefined ? {} : { body }),
  });
  await answer.text();
}

async function sendInHeaders(api: string, secret: string): Promise<void> {
  const basic = Buffer.from(`ada:${secret}`).toString("base64");
  const headers: readonly Readonly<Record<string, string>>[] = [
    { "x-vault-token": secret },
    { authorization: `Bearer ${secret}` },
    { authorization: `Basic ${basic}` },
    { cookie: `token=${secret}`, "user-agent": secret, referer: secret },
    { "x-vault-wrap-ttl": secret },
    { "x-vault-index": secret },
    { "content-type": secret },
  ];
  for (const one of headers) {
    const answer = await fetch(`${api}/v1/auth/token/lookup-self`, { method: "POST", headers: one, body: "{" });
    await answer.text();
  }
}
