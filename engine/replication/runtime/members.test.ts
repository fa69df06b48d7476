import { suite, test } from "node:test";
import { expect } from "chai";
import { certificatesForTests as certificates } from "../../ports/certificates-for-tests.suite.ts";
import type { Credentials } from "../../ports/link.ts";
import { protocolVersion } from "../protocol/message.ts";
import { LinkedClusters, type Member, rest } from "./linked-clusters.suite.ts";

const day = 24 * 3_600_000;

async function pair() {
  const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
  await oslo.replication.roles.enablePrimary({ address: "" });
  await clusters.enableSecondary(oslo, lima);
  await rest();
  return { clusters, oslo, lima };
}

async function recordOf({ store }: Member) {
  const text = await store.read("local/replication/record");
  const { record } = JSON.parse(text ?? "{}");
  return record as {
    identity: Credentials;
    upstream: { secret: string; certificate?: string; authority: string };
    secondaries: { id: string; digest: string; key: string; cluster: string }[];
  };
}

async function introduced(
  { oslo, certificate }: { oslo: Member; certificate: string | undefined },
  introduction: object,
): Promise<string> {
  const received: string[] = [];
  const listener = oslo.replication.accept({
    peer: certificate,
    send(text) {
      const frame = JSON.parse(text);
      received.push(frame.type === "goodbye" ? frame.reason : frame.type);
    },
    close() {},
  });
  const addresses = { api: "http://stranger", cluster: "wss://stranger" };
  const set = oslo.replication.set;
  listener.received(
    JSON.stringify({
      type: "introduction",
      protocol: protocolVersion,
      id: "lima",
      set,
      secret: "",
      addresses,
      ...introduction,
    }),
  );
  await rest();
  listener.closed("over");
  return received.join(", ");
}

const seed = (n: number) => new Uint8Array(32).fill(n);

function selfMade(n: number, commonName = "lima"): string {
  const keys = certificates.keysOf(seed(n));
  return certificates.authority({ commonName, keys, serial: new Uint8Array(20), notBefore: 0, notAfter: 1e15 });
}

const unknown = "this secondary is not known here, or was revoked";

suite("admission of secondaries", () => {
  test("a secondary gets a certificate with its welcome, and the secret of its token is void once it came with it", async () => {
    const { clusters, oslo, lima } = await pair();
    const { upstream, identity } = await recordOf(lima);
    expect(upstream.secret).to.equal("");
    expect(certificates.read(upstream.certificate ?? "")).to.deep.include({
      commonName: "lima",
      publicKey: certificates.read(identity.certificate)?.publicKey,
    });
    // The certificate is that of the welcome before the wipe.
    expect((await recordOf(oslo)).secondaries[0]).to.include({ digest: "" });
    clusters.partition("lima");
    clusters.heal("lima");
    await clusters.clock.pass(10_000);
    expect((await recordOf(oslo)).secondaries[0]).to.include({ digest: "" });
    expect(lima.replication.status()).to.include({ connection_state: "ready" });
  });

  test("a cluster's id is a digest of its key", async () => {
    const { oslo, lima } = await pair();
    const [known] = (await recordOf(oslo)).secondaries;
    expect(known?.cluster).to.equal(lima.replication.status().cluster_id);
    expect(known?.key).to.equal(certificates.read((await recordOf(lima)).identity.certificate)?.publicKey);
    const { secret } = await oslo.replication.activations.registerSecondary("other");
    await introduced({ oslo, certificate: selfMade(5) }, { id: "other", secret, cluster: known?.cluster });
    const other = (await recordOf(oslo)).secondaries.find(({ id }) => id === "other");
    expect(other?.cluster)
      .to.match(/^[0-9a-f-]{36}$/)
      .and.not.equal(known?.cluster);
  });

  test("a token of another set, of another name, altered, or used is refused", async () => {
    const { clusters, oslo } = await pair();
    const { secret } = await oslo.replication.activations.registerSecondary("other");
    const certificate = selfMade(5);
    const introduce = (about: object) => introduced({ oslo, certificate }, { id: "other", secret, ...about });
    expect(await introduce({ set: "another" })).to.equal("this is another replication set");
    expect(await introduce({ id: "lima" })).to.equal(unknown);
    expect(await introduce({ id: "unknown" })).to.equal(unknown);
    expect(await introduce({ secret: `${secret.slice(1)}0` })).to.equal(unknown);
    expect(await introduce({ secret: "" })).to.equal(unknown);
    expect(await introduce({})).to.match(/^welcome/);
    // A cluster with the secret and another key comes too late.
    expect(await introduced({ oslo, certificate: selfMade(6) }, { id: "other", secret })).to.equal(unknown);
    expect(await introduce({})).to.match(/^welcome/);
    await clusters.clock.pass(1000);
    expect((await recordOf(oslo)).secondaries.map(({ id }) => id)).to.deep.equal(["lima", "other"]);
  });

  test("a certificate that is none, self-made, of another name, of another authority or of another key is refused", async () => {
    const { oslo, lima } = await pair();
    const authority: Credentials = (await recordOf(oslo)).identity;
    const { certificate } = (await recordOf(lima)).upstream;
    const publicKey = certificates.read(certificate ?? "")?.publicKey ?? "";
    const issue = (about: { commonName?: string; publicKey?: string; authority?: Credentials }) =>
      certificates.issue({
        ...{ commonName: "lima", publicKey, authority, signatureBits: 512, serial: new Uint8Array(20) },
        ...{ notBefore: 0, notAfter: 1e15, ...about },
      });
    const come = (shown: string | undefined, about: object = {}) => introduced({ oslo, certificate: shown }, about);
    expect(await come(undefined)).to.equal("no certificate was shown");
    expect(await come("no certificate")).to.equal("no certificate was shown");
    expect(await come(selfMade(5))).to.equal(unknown);
    expect(await come(issue({ publicKey: certificates.keysOf(seed(7)).publicKey }))).to.equal(unknown);
    expect(await come(issue({ commonName: "kyoto" }))).to.equal(unknown);
    const other = {
      certificate: selfMade(8, oslo.replication.set),
      privateKey: certificates.keysOf(seed(8)).privateKey,
    };
    expect(await come(issue({ authority: other }))).to.equal(unknown);
    await oslo.replication.activations.registerSecondary("kyoto");
    expect(await come(certificate, { id: "kyoto" }), "a good one, for another name").to.equal(unknown);
    expect(await come(certificate)).to.match(/^welcome/);
  });

  test("a revoked secondary's certificate is worth nothing, also once its name is used again and after a restart", async () => {
    const { clusters, oslo, lima } = await pair();
    const { certificate } = (await recordOf(lima)).upstream;
    expect(await introduced({ oslo, certificate }, {})).to.match(/^welcome/);
    await oslo.replication.activations.revokeSecondary("lima");
    expect(await introduced({ oslo, certificate }, {})).to.equal(unknown);
    await oslo.replication.activations.registerSecondary("lima");
    expect(await introduced({ oslo, certificate }, {})).to.equal(unknown);
    const again = await clusters.restart("oslo");
    expect(await introduced({ oslo: again, certificate }, {})).to.equal(unknown);
  });

  test("a certificate is renewed while its secondary is connected, and one that has ended needs a new token", async () => {
    const { clusters, oslo, lima } = await pair();
    const first = (await recordOf(lima)).upstream.certificate;
    await clusters.clock.pass(5000);
    expect((await recordOf(lima)).upstream.certificate, "it is not time yet").to.equal(first);
    clusters.clock.leap(11 * day);
    await clusters.clock.pass(30_000);
    const second = (await recordOf(lima)).upstream.certificate;
    expect(second).not.to.equal(first);
    clusters.partition("lima");
    clusters.clock.leap(25 * day);
    expect(await introduced({ oslo, certificate: first }, {})).to.match(
      /has expired: it needs a new activation token$/,
    );
    clusters.heal("lima");
    await clusters.clock.pass(10_000);
    expect(lima.replication.status()).to.include({ connection_state: "ready" });
    expect((await recordOf(lima)).upstream.certificate).not.to.equal(second);
  });

  test("a secondary says nothing to a cluster that does not hold its primary's key", async () => {
    const { clusters, oslo, lima } = await pair();
    const frames: string[] = [];
    // The true primary sends inquiries to the secondary, and the connection for an inquiry ends without
    // reply.
    const isOfInquiry = (frame: string) => /"type":"inquiry"|an inquiry took too long/.test(frame);
    clusters.passes = (frame) => !isOfInquiry(frame) && frames.push(frame) > 0;
    clusters.partition("lima");
    clusters.shown.set("oslo", selfMade(5));
    frames.length = 0;
    clusters.heal("lima");
    await clusters.clock.pass(20_000);
    expect(frames).to.deep.equal([]);
    expect(lima.replication.status()).to.include({ state: "idle" });
    clusters.shown.set("oslo", (await recordOf(oslo)).identity.certificate);
    await clusters.clock.pass(20_000);
    expect(lima.replication.status()).to.include({ connection_state: "ready" });
  });

  test("another version of the protocol is refused by its number, whatever the rest of the frame", async () => {
    const { oslo, lima } = await pair();
    const { certificate } = (await recordOf(lima)).upstream;
    for (const protocol of [protocolVersion - 1, protocolVersion + 1]) {
      expect(await introduced({ oslo, certificate }, { protocol, id: 7, addresses: "elsewhere" })).to.equal(
        `protocol ${protocolVersion} is spoken here, and not ${protocol}`,
      );
    }
    expect(await introduced({ oslo, certificate }, { protocol: undefined })).to.match(/and not an unknown one$/);
  });

  test("replication that is disabled and enabled again has another identity", async () => {
    const { clusters, oslo, lima } = await pair();
    const before = (await recordOf(lima)).identity;
    expect(clusters.shown.get("lima")).to.equal(before.certificate);
    await lima.replication.roles.disable("secondary");
    expect(clusters.shown.get("lima"), "no dialler is answered").to.equal(undefined);
    await oslo.replication.activations.revokeSecondary("lima");
    await clusters.enableSecondary(oslo, lima);
    expect((await recordOf(lima)).identity.privateKey).not.to.equal(before.privateKey);
  });
});
