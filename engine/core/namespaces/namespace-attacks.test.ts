import { before, suite, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { type LoneEngine, loneEngine } from "../../engine.suite.ts";

const everything = '{ capabilities = ["create", "read", "update", "delete", "list", "patch", "sudo"] }';

const escapePaths = [
  "*",
  "+/*",
  "../*",
  "../../*",
  "/*",
  "//*",
  "root/*",
  "sys/*",
  "other/*",
  "other/kv/*",
  "../other/kv/*",
  "team/../kv/*",
  "team/*",
  "kv/*",
  "%2e%2e/kv/*",
  "namespaces/root/*",
] as const;

suite("policies that try to reach outside their namespace", () => {
  let lone: LoneEngine;
  let climber: string;

  const as = (token: string, namespace?: string) => ({
    token,
    ...(namespace === undefined ? {} : { headers: { "x-vault-namespace": namespace } }),
  });

  before(async () => {
    lone = await loneEngine();
    for (const path of ["team", "other"]) {
      await lone.ask("POST", `sys/namespaces/${path}`, {});
      await lone.ask("POST", "sys/mounts/kv", { type: "kv" }, as("root", path));
      await lone.ask("POST", "kv/sky", { of: path }, as("root", path));
    }
    await lone.ask("POST", "sys/mounts/kv", { type: "kv" });
    await lone.ask("POST", "kv/sky", { of: "root" });
    const policy = escapePaths.map((path) => `path ${JSON.stringify(path)} ${everything}`).join("\n");
    expect((await lone.ask("PUT", "sys/policies/acl/climber", { policy }, as("root", "team"))).status).to.equal(204);
    const { body } = await lone.ask("POST", "auth/token/create", { policies: ["climber"] }, as("root", "team"));
    climber = String(((body?.auth ?? {}) as JsonObject).client_token);
    expect((await lone.ask("GET", "kv/sky", undefined, as(climber, "team"))).body?.data).to.deep.equal({ of: "team" });
  });

  for (const namespace of [
    undefined,
    "",
    "/",
    "root",
    "root/",
    "other",
    "/other/",
    "team/..",
    "team/../other",
    "..",
    "*",
    "+",
  ]) {
    test(`with the namespace ${namespace === undefined ? "left out" : JSON.stringify(namespace)}, nothing is read, written or disclosed`, async () => {
      for (const [method, path, body] of [
        ["GET", "kv/sky"],
        ["LIST", "kv/"],
        ["POST", "kv/sky", { of: "climber" }],
        ["DELETE", "kv/sky"],
        ["GET", "sys/mounts"],
        ["PUT", "sys/policies/acl/mine", { policy: `path "*" ${everything}` }],
        ["GET", "auth/token/lookup-self"],
        ["POST", "auth/token/create", {}],
        ["LIST", "sys/namespaces"],
        ["DELETE", "sys/namespaces/other"],
        ["GET", "other/kv/sky"],
        ["GET", "../other/kv/sky"],
      ] as const) {
        const answer = await lone.ask(method, path, body, as(climber, namespace));
        expect(answer.status, `${method} ${path}`).to.be.within(400, 404);
        expect(answer.body, `${method} ${path}`).to.have.all.keys("errors");
      }
    });
  }

  test("the refused requests changed nothing", async () => {
    for (const [namespace, of] of [
      ["", "root"],
      ["other", "other"],
    ] as const) {
      expect((await lone.ask("GET", "kv/sky", undefined, as("root", namespace))).body?.data).to.deep.equal({ of });
    }
    expect((await lone.ask("GET", "sys/policies/acl/mine")).status).to.equal(404);
  });

  test("inside its namespace, sudo on every path does not open endpoints of the root namespace", async () => {
    for (const [method, path] of [
      ["GET", "sys/config/cors"],
      ["PUT", "sys/seal"],
      ["PUT", "sys/rotate"],
      ["GET", "sys/metrics"],
      ["GET", "sys/in-flight-req"],
      ["GET", "sys/host-info"],
      ["LIST", "sys/quotas/rate-limit"],
      ["GET", "sys/audit"],
      ["POST", "sys/replication/performance/primary/enable"],
      ["POST", "sys/replication/performance/secondary/enable"],
      ["POST", "sys/replication/performance/primary/disable"],
      ["POST", "sys/replication/performance/primary/secondary-token"],
      ["GET", "sys/replication/performance/status"],
    ] as const) {
      const answer = await lone.ask(
        method,
        path,
        method === "POST" || method === "PUT" ? {} : undefined,
        as(climber, "team"),
      );
      expect(answer.status, path).to.be.within(400, 405);
    }
    expect((await lone.ask("GET", "sys/health", undefined, { token: "" })).status).to.equal(200);
  });

  test("tokens that the client creates reach no further, whichever policies they name", async () => {
    for (const fields of [
      { policies: ["root"] },
      { policies: ["climber", "default"], no_parent: true },
      { policies: ["../climber"] },
      { policies: ["team/climber"] },
      { type: "batch", policies: ["climber"] },
    ]) {
      const { body } = await lone.ask("POST", "auth/token/create", fields, as(climber, "team"));
      const token = (body?.auth as JsonObject | undefined)?.client_token;
      if (token === undefined) continue;
      for (const namespace of ["", "other"]) {
        for (const path of ["kv/sky", "sys/mounts", "auth/token/lookup-self"]) {
          const answer = await lone.ask("GET", path, undefined, as(String(token), namespace));
          expect(answer.status, `${JSON.stringify(fields)} ${namespace} ${path}`).to.equal(403);
        }
      }
    }
  });

  test("a client of another namespace can neither look up nor revoke the token", async () => {
    const { body } = await lone.ask("GET", "auth/token/lookup-self", undefined, as(climber, "team"));
    const { accessor } = (body?.data ?? {}) as { accessor: string };
    const { body: made } = await lone.ask(
      "PUT",
      "sys/policies/acl/chief",
      { policy: `path "*" ${everything}` },
      as("root", "other"),
    );
    expect(made).to.equal(undefined);
    const chief = await lone.ask("POST", "auth/token/create", { policies: ["chief"] }, as("root", "other"));
    const token = String(((chief.body?.auth ?? {}) as JsonObject).client_token);
    for (const [path, fields] of [
      ["auth/token/lookup", { token: climber }],
      ["auth/token/lookup-accessor", { accessor }],
      ["auth/token/revoke", { token: climber }],
      ["auth/token/revoke-accessor", { accessor }],
      ["auth/token/renew", { token: climber }],
      ["sys/capabilities", { token: climber, paths: ["kv/sky"] }],
    ] as const) {
      const answer = await lone.ask("POST", path, fields, as(token, "other"));
      expect(JSON.stringify(answer), path).not.to.include("climber");
    }
    expect((await lone.ask("GET", "kv/sky", undefined, as(climber, "team"))).status).to.equal(200);
  });
});
