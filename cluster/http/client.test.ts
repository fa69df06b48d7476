import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import { type Client, connect, Refusal } from "understudy-harness/client";
import { type Cluster, startCluster } from "../cluster.ts";

suite("the typed client", () => {
  let cluster: Cluster;
  let client: Client;
  before(async () => {
    cluster = await startCluster({ name: "Oslo", rootToken: "root" });
    client = connect({ address: cluster.api, token: "root" });
  });
  after(() => cluster[Symbol.asyncDispose]());

  async function refusal(promise: Promise<unknown>): Promise<Refusal> {
    const problem = await promise.then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!(problem instanceof Refusal)) throw new Error(`no refusal: ${String(problem)}`);
    return problem;
  }

  test("writes, reads, patches, lists and deletes by the paths of the table", async () => {
    const written = await client.write("secret/data/:path", { path: "team/db", data: { user: "ada" } });
    expect(written?.data?.version).to.equal(1);
    await client.patch("secret/data/:path", { path: "team/db", data: { password: "x" } });
    const read = await client.read("secret/data/:path", { path: "team/db" });
    expect(read.data?.data).to.deep.equal({ user: "ada", password: "x" });
    const first = await client.read("secret/data/:path", { path: "team/db", version: 1 });
    expect(first.data?.data).to.deep.equal({ user: "ada" });
    expect((await client.list("secret/metadata/:path", { path: "team" })).data?.keys).to.deep.equal(["db"]);
    expect(await client.delete("secret/data/:path", { path: "team/db" })).to.equal(undefined);
    expect((await refusal(client.read("secret/data/:path", { path: "team/db" }))).status).to.equal(404);
  });

  test("returns replies without an envelope unchanged", async () => {
    expect(await client.read("sys/seal-status")).to.include({ sealed: false });
    expect(await client.read("sys/metrics", { format: "prometheus" })).to.be.a("string");
  });

  test("rejects with the status and the texts of a refusal", async () => {
    const problem = await refusal(client.as("bad").read("sys/mounts"));
    expect({ ...problem }).to.deep.include({ status: 403, errors: ["permission denied"] });
    expect(problem.message).to.equal("403 permission denied");
  });

  test("works in a namespace and with mounts at other paths", async () => {
    await client.write("sys/namespaces/:path", { path: "team" });
    const places = { "kv/": "notes/" };
    const team = connect({ address: `${cluster.api}/`, token: "root", namespace: "team", places });
    const root = connect({ address: cluster.api, token: "root", places });
    await team.write("sys/mounts/:path", { path: "notes", type: "kv" });
    await team.write("kv/:path", { path: "a b/%", value: 1 });
    expect((await team.read("kv/:path", { path: "a b/%" })).data).to.deep.equal({ value: 1 });
    expect((await team.list("kv", {})).data?.keys).to.deep.equal(["a b/"]);
    expect((await refusal(root.read("kv/:path", { path: "a b/%" }))).errors.join()).to.contain("no handler for route");
  });

  test("does not compile with unknown paths, methods and fields", () => {
    // Never called: the compiler checks it.
    const claims = () => [
      // @ts-expect-error there is no such path
      client.read("sys/nothing"),
      // @ts-expect-error the health cannot be written
      client.write("sys/health"),
      // @ts-expect-error the path is missing
      client.read("secret/data/:path"),
      // @ts-expect-error a version is a number
      client.read("secret/data/:path", { path: "a", version: "one" }),
      // @ts-expect-error there is no such thing in the answer
      client.read("secret/data/:path", { path: "a" }).then(({ data }) => data?.nothing),
    ];
    expect(claims).to.be.a("function");
  });
});
