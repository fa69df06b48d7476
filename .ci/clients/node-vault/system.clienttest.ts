import { suite, test } from "node:test";
import { expect } from "chai";
import nodeVault from "node-vault";
import { clusterOf, type Raised, refusal, type Vault, vault } from "./setting.ts";

suite("an unsealed cluster", () => {
  test("is healthy", async () => {
    const health = await vault().health();
    expect(health).to.include({ initialized: true, sealed: false, standby: false });
    expect(health.version).to.match(/^\d+\.\d+\.\d+/);
    expect(await vault().initialized()).to.deep.equal({ initialized: true });
    expect(await vault().status()).to.include({ sealed: false, type: "shamir", t: 1, n: 1, progress: 0 });
    expect(await vault().leader()).to.have.property("ha_enabled");
  });

  test("rotates its encryption key", async () => {
    const before = (await vault().read("sys/key-status")).data.term;
    await vault().rotate();
    expect((await vault().read("sys/key-status")).data.term).to.equal(before + 1);
  });

  test("helps", async () => {
    expect((await vault().help("sys/mounts")).help).to.be.a("string");
  });
});

suite("an uninitialised cluster", () => {
  const untouched: Raised = JSON.parse(process.env.UNDERSTUDY_SEALED ?? "null");
  const { api: endpoint } = clusterOf(untouched, "Oslo");
  const client = (token = ""): Vault => nodeVault({ endpoint, token });
  let keys: readonly string[] = [];
  let token = "";

  test("reports this, and serves nothing else", async () => {
    expect(await client().initialized()).to.deep.equal({ initialized: false });
    expect(await client().health()).to.include({ initialized: false, sealed: true });
    const { status, message } = await refusal(client().mounts());
    expect([status, message]).to.deep.equal([503, "Vault is sealed"]);
  });

  test("is initialised once", async () => {
    const made = await client().init({ secret_shares: 3, secret_threshold: 2 });
    expect(made.keys).to.have.length(3);
    expect(made.keys_base64).to.have.length(3);
    keys = made.keys;
    token = made.root_token;
    const { status, message } = await refusal(client().init({ secret_shares: 1, secret_threshold: 1 }));
    expect([status, message]).to.deep.equal([400, "Vault is already initialized"]);
  });

  test("is unsealed by the required number of key shares", async () => {
    expect(await client().unseal({ key: keys[0] })).to.include({ sealed: true, progress: 1, t: 2, n: 3 });
    expect(await client().unseal({ reset: true })).to.include({ sealed: true, progress: 0 });
    await client().unseal({ key: keys[2] });
    expect(await client().unseal({ key: keys[1] })).to.include({ sealed: false, progress: 0 });
    await client(token).mount({ mount_point: "kept", type: "kv" });
    await client(token).write("kept/a", { n: 1 });
  });

  test("generates another root token with the key shares", async () => {
    const { nonce, otp, required } = await client().generateRootInit();
    expect(required).to.equal(2);
    await client().generateRootUpdate({ key: keys[0], nonce });
    const done = await client().generateRootUpdate({ key: keys[1], nonce });
    expect(done).to.include({ complete: true, progress: 2 });
    const bytes = Buffer.from(done.encoded_token, "base64").map((byte, index) => byte ^ otp.charCodeAt(index));
    expect((await client(Buffer.from(bytes).toString()).tokenLookupSelf()).data.policies).to.deep.equal(["root"]);
  });

  test("keeps its data while it is sealed", async () => {
    await client(token).seal();
    expect((await refusal(client(token).read("kept/a"))).status).to.equal(503);
    expect(await client().health()).to.include({ initialized: true, sealed: true });
    await client().unseal({ key: keys[0] });
    await client().unseal({ key: keys[1] });
    expect((await client(token).read("kept/a")).data).to.deep.equal({ n: 1 });
  });
});
