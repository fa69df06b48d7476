import { test } from "node:test";
import { expect } from "chai";
import type { Answer } from "../../api/answer.ts";
import type { Json, JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import { decodeCall, router } from "../../api/router.ts";
import { encodeBase64Url } from "../../api/values/base64.ts";
import type { SystemContext } from "../../core/system-context.ts";
import { LinkedClusters, type Member, rest } from "../runtime/linked-clusters.suite.ts";
import { replicationEndpoints } from "./endpoints.ts";

const base = "sys/replication/performance";

async function operators<Name extends string>(...names: readonly Name[]) {
  const members = await LinkedClusters.of(...names);
  const { clusters } = members;
  let count = 0;
  const context = (member: Member) =>
    ({
      async wrap(data: JsonObject, { ttlSeconds, creationPath }: { ttlSeconds: number; creationPath: string }) {
        const token = activationToken(`http://${member.name}`, ++count);
        clusters.wrapped.set(token, data);
        return { token, accessor: "a", ttl: ttlSeconds, creation_time: "", creation_path: creationPath };
      },
    }) as unknown as SystemContext;
  const post = async (member: Member, path: string, fields: JsonObject = {}): Promise<Answer | undefined> => {
    const route = router(replicationEndpoints(member.replication)).find("write", `${base}/${path}`);
    const call = { verb: "write", path, namespace: "", folder: false, fields, token: "", remoteAddress: "" } as const;
    return decodeCall(route, call, context(member)).run();
  };
  const tokenOf = async (primary: Member, id: string) => {
    const answer = await post(primary, "primary/secondary-token", { id });
    return answer?.wrap?.token ?? "";
  };
  const encryptedFor = async (primary: Member, secondary: Member, fields: JsonObject) => {
    const key = await post(secondary, "secondary/generate-public-key");
    const secondary_public_key = key?.data?.secondary_public_key ?? "";
    const answer = await post(primary, "primary/secondary-token", { ...fields, secondary_public_key });
    return { answer, token: answer?.data?.token ?? "" };
  };
  return { ...members, post, tokenOf, encryptedFor };
}

function activationToken(addr: string, number: number): string {
  return ["{}", JSON.stringify({ addr, jti: String(number), note: "ö" }), "signature"].map(encodeBase64Url).join(".");
}

async function refusal(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Problem) return `${error.status} ${error.message}`;
    throw error;
  }
  throw new Error("not refused");
}

test("all endpoints are served locally; the status needs no token, and what gives a token or calls others needs sudo", async () => {
  const { oslo } = await operators("oslo");
  const operations = replicationEndpoints(oslo.replication).flatMap(({ path, operations: { read, write } }) =>
    [read, write].flatMap((operation) => (operation ? [{ path, ...operation }] : [])),
  );
  expect(operations.every(({ served }) => served === "locally")).to.equal(true);
  const pathsWhere = (flag: "unauthenticated" | "sudo") =>
    operations.filter((operation) => operation[flag]).map(({ path }) => path);
  expect(pathsWhere("unauthenticated")).to.deep.equal([`${base}/status`, "sys/replication/status"]);
  expect(pathsWhere("sudo")).to.deep.equal([
    "sys/replication/reindex",
    ...["primary/secondary-token", "secondary/enable", "secondary/update-primary"].flatMap((path) => [
      `${base}/${path}`,
      `sys/replication/${path}`,
    ]),
  ]);
});

test("a set is built with nothing but the endpoints, and transitions answer with warnings", async () => {
  const { clusters, oslo, lima, post, tokenOf } = await operators("oslo", "lima");
  expect((await post(oslo, "primary/enable"))?.warnings).to.have.length(1);
  const token = await tokenOf(oslo, "lima");
  expect((await post(lima, "secondary/enable", { token }))?.warnings).to.have.length(1);
  await rest();
  expect(lima.replication.mode).to.equal("secondary");
  expect(clusters.calls).to.deep.equal([
    {
      apiAddress: "http://oslo",
      method: "POST",
      target: "/v1/sys/wrapping/unwrap",
      token,
      body: "{}",
      timeoutMilliseconds: 10_000,
    },
  ]);
  expect((await post(oslo, "primary/demote"))?.warnings).to.have.length(2);
  await rest();
  expect((await post(lima, "secondary/promote"))?.warnings).to.have.length(1);
  expect(
    (await post(oslo, "secondary/update-primary", { token: await tokenOf(lima, "oslo") }))?.warnings,
  ).to.have.length(1);
  expect((await post(oslo, "secondary/disable"))?.warnings).to.have.length(1);
  expect((await post(lima, "primary/revoke-secondary", { id: "oslo" }))?.warnings).to.have.length(1);
  expect((await post(lima, "primary/disable"))?.warnings).to.have.length(1);
  expect(lima.replication.status()).to.deep.equal({ mode: "disabled" });
});

test("REPL-TOKEN-01, REPL-TOKEN-04: an activation token lives 30 minutes by default", async () => {
  const { oslo, post } = await operators("oslo");
  await post(oslo, "primary/enable");
  expect((await post(oslo, "primary/secondary-token", { id: "a" }))?.wrap).to.include({
    ttl: 1800,
    creation_path: `${base}/primary/secondary-token`,
  });
  expect((await post(oslo, "primary/secondary-token", { id: "b", ttl: "5s" }))?.wrap).to.include({ ttl: 5 });
});

test("REPL-TOKEN-02, REPL-TOKEN-03, REPL-TOKEN-07: an activation token needs a new id, a ttl and a primary", async () => {
  const { oslo, post } = await operators("oslo");
  const ask = (fields: JsonObject) => refusal(post(oslo, "primary/secondary-token", fields));
  expect(await ask({ id: "lima" })).to.match(/^400 replication is disabled/);
  await post(oslo, "primary/enable");
  expect(await ask({})).to.equal("400 missing id");
  expect(await ask({ id: "" })).to.match(/^400/);
  expect(await ask({ id: "lima", ttl: 0 })).to.match(/^400 ttl/);
  expect(await ask({ id: "lima", ttl: "-5s" })).to.match(/^400/);
  expect(await ask({ id: "lima", secondary_public_key: "key" })).to.match(/^400 secondary_public_key must be /);
  expect(oslo.replication.status()).to.have.property("known_secondaries").that.deep.equals([]);
  await post(oslo, "primary/secondary-token", { id: "lima" });
  expect(await ask({ id: "lima" })).to.match(/^400 .*known already/);
  await post(oslo, "primary/revoke-secondary", { id: "lima" });
  await post(oslo, "primary/secondary-token", { id: "lima" });
});

test("REPL-PUBKEY-01, REPL-TOKEN-08: with a public key the token comes bare, and is used without asking the primary", async () => {
  const { clusters, oslo, lima, kyoto, post, encryptedFor } = await operators("oslo", "lima", "kyoto");
  await post(oslo, "primary/enable");
  await post(kyoto, "secondary/generate-public-key");
  const { answer, token } = await encryptedFor(oslo, lima, { id: "lima" });
  expect(Object.keys(answer ?? {})).to.deep.equal(["data"]);
  expect(await refusal(post(kyoto, "secondary/enable", { token }))).to.match(/^400 token cannot be decrypted/);
  expect(kyoto.replication.mode).to.equal("disabled");
  await post(lima, "secondary/enable", { token });
  await rest();
  expect(lima.replication.status()).to.include({ connection_state: "ready", secondary_id: "lima" });
  expect(clusters.calls).to.deep.equal([]);
  expect(await refusal(post(lima, "secondary/update-primary", { token }))).to.match(/^400 token is encrypted to a pub/);
});

test("REPL-TOKEN-08: a token encrypted to a key lets a secondary replicate from another primary; it lives 30 minutes by default", async () => {
  const { clusters, oslo, lima, post, encryptedFor } = await operators("oslo", "lima");
  await post(oslo, "primary/enable");
  const enable = async (token: Json) => post(lima, "secondary/enable", { token });
  const shortLived = await encryptedFor(oslo, lima, { id: "a", ttl: "5s" });
  await clusters.clock.pass(5000);
  expect(await refusal(enable(shortLived.token))).to.equal("400 token has expired");
  const late = await encryptedFor(oslo, lima, { id: "b" });
  await clusters.clock.pass(1_800_000);
  expect(await refusal(enable(late.token))).to.equal("400 token has expired");
  const first = await encryptedFor(oslo, lima, { id: "c" });
  await clusters.clock.pass(1_799_000);
  await enable(first.token);
  await rest();
  const { token } = await encryptedFor(oslo, lima, { id: "d" });
  await post(lima, "secondary/update-primary", { token });
  await rest();
  expect(lima.replication.status()).to.include({ connection_state: "ready", secondary_id: "d" });
  expect(clusters.calls).to.deep.equal([]);
});

test("REPL-PUBKEY-01: a key is made on a cluster that may become a secondary, not on a primary", async () => {
  const { oslo, post } = await operators("oslo");
  await post(oslo, "secondary/generate-public-key");
  await post(oslo, "primary/enable");
  expect(await refusal(post(oslo, "secondary/generate-public-key"))).to.match(/^400 replication .* is primary/);
  await post(oslo, "primary/demote");
  expect(await post(oslo, "secondary/generate-public-key")).to.have.nested.property("data.secondary_public_key");
});

test("REPL-SENABLE-03, REPL-SENABLE-04: an invalid or used token changes nothing", async () => {
  const { clusters, oslo, lima, kyoto, post, tokenOf } = await operators("oslo", "lima", "kyoto");
  await lima.replication.commit("m", [{ key: "shared/sky", value: "grey" }]);
  await post(oslo, "primary/enable");
  const used = await tokenOf(oslo, "kyoto");
  await post(kyoto, "secondary/enable", { token: used });
  const other = activationToken("http://oslo", 99);
  clusters.wrapped.set(other, { hello: "no bundle" });
  const enable = (fields: JsonObject) => refusal(post(lima, "secondary/enable", fields));
  expect(await enable({})).to.equal("400 missing token");
  expect(await enable({ token: "" })).to.match(/^400/);
  expect(await enable({ token: "garbage" })).to.match(/^400/);
  expect(await enable({ token: `${used.slice(0, 30)}ß` })).to.match(/^400/);
  expect(await enable({ token: used })).to.match(/^400 error response unwrapping/);
  expect(await enable({ token: other })).to.match(/^400/);
  expect(await enable({ token: activationToken("http://nowhere", 1) })).to.match(/^502/);
  expect(await enable({ token: used, ca_file: "/a", ca_path: "/b" })).to.equal(
    "400 ca_file and ca_path exclude one another",
  );
  for (const field of ["file", "folder"]) {
    await enable({ token: used, [field === "file" ? "ca_file" : "ca_path"]: "/trusted" });
    expect(clusters.calls.at(-1)?.roots).to.deep.equal({ [field]: "/trusted" });
  }
  for (const text of [await enable({ token: used }), await enable({ token: "garbage" })]) {
    expect(text).not.to.contain(used).and.not.to.contain("garbage");
  }
  expect(lima.replication.mode).to.equal("disabled");
  expect(await lima.store.all("shared/")).to.deep.equal({ "shared/sky": "grey" });
});

test("REPL-SENABLE-05: a token is not used for a cluster that cannot become a secondary", async () => {
  const { oslo, lima, post, tokenOf } = await operators("oslo", "lima");
  await post(oslo, "primary/enable");
  const token = await tokenOf(oslo, "lima");
  expect(await refusal(post(oslo, "secondary/enable", { token }))).to.match(/^400/);
  expect(await refusal(post(lima, "secondary/update-primary", { token }))).to.match(/^400/);
  await post(lima, "secondary/enable", { token });
  expect(lima.replication.isPrimary()).to.equal(false);
});

test("REPL-SENABLE-06, REPL-PENABLE-04: both addresses of the primary can be given by hand", async () => {
  const { clusters, oslo, lima, post } = await operators("oslo", "lima");
  await post(oslo, "primary/enable", { primary_cluster_addr: "wss://balancer" });
  const answer = await post(oslo, "primary/secondary-token", { id: "lima" });
  const token = answer?.wrap?.token ?? "";
  const enabled = post(lima, "secondary/enable", { token, primary_api_addr: "http://oslo/" });
  expect(await refusal(enabled)).to.contain("its cluster address wss://balancer");
  expect(clusters.calls[0]).to.include({ apiAddress: "http://oslo" });
});

test("no address but an origin is called, whether it is given by hand or stands in the token", async () => {
  const { clusters, oslo, lima, post, tokenOf } = await operators("oslo", "lima");
  await post(oslo, "primary/enable");
  const token = await tokenOf(oslo, "lima");
  const given = { token, primary_api_addr: "http://oslo/admin?x=" };
  expect(await refusal(post(lima, "secondary/enable", given))).to.match(/^400 primary_api_addr must be /);
  const made = { token: activationToken("http://oslo/admin?x=", 1) };
  expect(await refusal(post(lima, "secondary/enable", made))).to.match(/^400 the token names no API address/);
  expect(clusters.calls).to.deep.equal([]);
  await post(lima, "secondary/enable", { token });
  expect(await refusal(post(lima, "secondary/update-primary", given))).to.match(/^400 primary_api_addr must be /);
  expect(clusters.calls).to.have.length(1);
});

test("REPL-UPDPRIM-03, REPL-UPDPRIM-04, REPL-UPDPRIM-06: update-primary takes a token or addresses; a blank token removes the primary", async () => {
  const { clusters, oslo, lima, post, tokenOf } = await operators("oslo", "lima");
  await post(oslo, "primary/enable");
  await post(lima, "secondary/enable", { token: await tokenOf(oslo, "lima") });
  await rest();
  const update = (fields: JsonObject) => refusal(post(lima, "secondary/update-primary", fields));
  expect(await update({})).to.match(/^400/);
  expect(await update({ token: "x", update_primary_addrs: ["wss://oslo"] })).to.match(/^400 token and/);
  await post(lima, "secondary/update-primary", { update_primary_addrs: "wss://oslo" });
  await clusters.clock.pass(2_000);
  expect(lima.replication.status()).to.include({ state: "stream-wals", primary_cluster_addr: "wss://oslo" });
  await post(lima, "secondary/update-primary", { token: "" });
  await clusters.clock.pass(10_000);
  expect(lima.replication.status()).to.include({ mode: "secondary", state: "idle", primary_cluster_addr: "" });
  expect(lima.replication.status()).to.have.property("primaries").that.deep.equals([]);
});

test("REPL-PDISABLE-03, REPL-UPDPRIM-01: a token of another set is refused, and nothing is mixed", async () => {
  const { oslo, lima, post, tokenOf } = await operators("oslo", "lima");
  await post(oslo, "primary/enable");
  const { set } = oslo.replication;
  await post(lima, "secondary/enable", { token: await tokenOf(oslo, "lima") });
  await rest();
  await post(oslo, "primary/disable");
  await post(oslo, "primary/enable");
  expect(oslo.replication.set).not.to.equal(set);
  const token = await tokenOf(oslo, "lima");
  expect(await refusal(post(lima, "secondary/update-primary", { token }))).to.match(/^400 .*another replication set/);
  expect(lima.replication.set).to.equal(set);
});

test("REPL-PROMOTE-04, REPL-PROMOTE-05: force is false unless given", async () => {
  const { oslo, lima, post, tokenOf } = await operators("oslo", "lima");
  await post(oslo, "primary/enable");
  await post(lima, "secondary/enable", { token: await tokenOf(oslo, "lima") });
  await rest();
  expect(await refusal(post(lima, "secondary/promote"))).to.match(/^400 the primary is connected/);
  expect(await refusal(post(lima, "secondary/promote", { force: "false" }))).to.match(/^400/);
  await post(lima, "secondary/promote", { force: true, primary_cluster_addr: "wss://balancer" });
  expect(lima.replication.status()).to.include({ mode: "primary", primary_cluster_addr: "wss://balancer" });
});

test("ids with slashes, Unicode and 64 KiB are names like any other: each is given once, filtered by and revoked", async () => {
  const { clusters, oslo, lima, post, tokenOf } = await operators("oslo", "lima");
  await post(oslo, "primary/enable");
  const names = ["a/b/../c", "/", "Zoë 🦉 \u202e", "x".repeat(65_536), "the primary", "__proto__"];
  for (const id of names) {
    const token = await tokenOf(oslo, id);
    expect(await refusal(tokenOf(oslo, id)), id.slice(0, 20)).to.match(/^400 /);
    await post(lima, "secondary/enable", { token });
    await rest();
    expect(lima.replication.status()).to.include({ secondary_id: id, connection_state: "ready" });
    await post(oslo, "primary/revoke-secondary", { id });
    await clusters.clock.pass(10_000);
    expect(lima.replication.status().connection_state).not.to.equal("ready");
    await post(lima, "secondary/disable");
  }
  expect(oslo.replication.status()).to.deep.include({ known_secondaries: [] });
});
