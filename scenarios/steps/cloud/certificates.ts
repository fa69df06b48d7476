import { Given, Then, When } from "@cucumber/cucumber";
import { expect } from "chai";
import { type SignerKind, signerOf } from "#harness/cloud/embedded/authority/test-authority.ts";
import { expectBareList } from "../../expect-bare-list.ts";
import { expectRefusal } from "../../expect-refusal.ts";
import { lookAt } from "../../looked-at.ts";
import type { RehearsalWorld } from "../../world.ts";
import { knownCertificates } from "./known-certificates.ts";

type Fields = Readonly<Record<string, string>>;

function certificate(name: string): string {
  const pem = knownCertificates[name];
  if (pem === undefined) throw new Error(`there is no known certificate ${name}`);
  return pem;
}

function pathOf(name: string, mount: string): string {
  return `auth/${mount}/config/certificate/${name}`;
}

const list = "auth/cloud/config/certificates";

const forms: Readonly<Record<string, (pem: string) => string>> = { PEM: (pem) => pem, base64: btoa };

When(
  "the certificate {string} is registered as {string} at {string} in {cluster}, as {word}",
  async function (this: RehearsalWorld, known: string, name: string, mount: string, cluster: string, form: string) {
    const cloud_public_cert = forms[form]?.(certificate(known));
    await this.cluster(cluster).write(pathOf(name, mount), { cloud_public_cert });
  },
);

Then(
  "the certificate {string} at {string}, read from {cluster}, is {string} of the type {string}",
  async function (this: RehearsalWorld, name: string, mount: string, cluster: string, known: string, type: string) {
    const told = await this.cluster(cluster).read(pathOf(name, mount));
    expect(told).to.include({ cloud_public_cert: certificate(known), type });
  },
);

Then(
  "the certificates of {cluster} are {string}",
  async function (this: RehearsalWorld, cluster: string, names: string) {
    const { data } = await this.cluster(cluster).send("LIST", list);
    expect(data?.keys).to.have.same.members(names.split(", "));
  },
);

Then("{cluster} lists no certificates", async function (this: RehearsalWorld, cluster: string) {
  expectRefusal(await this.cluster(cluster).askAsOperator({ method: "LIST", path: list }));
});

Then(
  "the list of certificates in {cluster} tells nothing but {string}",
  async function (this: RehearsalWorld, cluster: string, names: string) {
    await expectBareList(this, { cluster, path: list, names: names.split(", ") });
  },
);

Then(
  "there is no certificate {string} in {cluster}",
  async function (this: RehearsalWorld, name: string, cluster: string) {
    const { status } = await this.cluster(cluster).askAsOperator({ method: "GET", path: pathOf(name, "cloud") });
    expect(status).to.equal(404);
  },
);

Given(
  "{client} has read the certificate {string} and the list of certificates in {cluster}",
  async function (this: RehearsalWorld, who: string, name: string, cluster: string) {
    await lookAt(this, { who, cluster, method: "GET", path: pathOf(name, "cloud") });
    await lookAt(this, { who, cluster, method: "LIST", path: list });
  },
);

/** Bodies of certificate registrations that must be refused, by their description in steps. */
const refused: Readonly<Record<string, () => Fields>> = {
  nothing: () => ({}),
  "a type and no certificate": () => ({ type: "identity" }),
  "an empty certificate": () => ({ cloud_public_cert: "" }),
  "a text that is not base64": () => ({ cloud_public_cert: "no base64!" }),
  "base64 of random bytes": () => ({ cloud_public_cert: "c2l4dGVlbiByYW5kb20gYnl0ZXMgYXJlIG5vIGNlcnRpZmljYXRl" }),
  "base64 of random bytes of the type identity": () => ({
    cloud_public_cert: "c2l4dGVlbiByYW5kb20gYnl0ZXMgYXJlIG5vIGNlcnRpZmljYXRl",
    type: "identity",
  }),
  "base64 of a PEM block with noise": () => ({
    cloud_public_cert: btoa("-----BEGIN CERTIFICATE-----\nbm9pc2Ugb2YgYSBmZXcgYnl0ZXM=\n-----END CERTIFICATE-----"),
  }),
  "two certificates": () => ({ cloud_public_cert: `${certificate("west")}\n${certificate("east")}` }),
  "a certificate of the type rsa2048": () => ({ cloud_public_cert: certificate("west"), type: "rsa2048" }),
  "a certificate of the type PKCS7": () => ({ cloud_public_cert: certificate("west"), type: "PKCS7" }),
  "a certificate of the type other": () => ({ cloud_public_cert: certificate("west"), type: "other" }),
};

When(
  "{client} tries to register {} as {string} at {string} in {cluster}",
  async function (this: RehearsalWorld, who: string, what: string, name: string, mount: string, cluster: string) {
    const body = refused[what]?.();
    if (body === undefined) throw new Error(`the step knows no ${what}`);
    await this.tryAs(who, cluster, { method: "POST", path: pathOf(name, mount), body });
  },
);

/**
 * Returns a certificate of the test authority by its description in steps, such as `dsa of us-east-1` or `identity of
 * us-east-1, signed with SHA-1`.
 */
function certificateCalled(name: string): string {
  const [, kind = "", region = "", sha1] = /^(\w+) of (?:the )?([\w-]+)(, signed with SHA-1)?$/.exec(name) ?? [];
  return signerOf(region, kind as SignerKind, { sha1: sha1 !== undefined }).certificate;
}

Given(
  "the certificate {string} is registered in {cluster} as {string} of type {string}",
  async function (this: RehearsalWorld, certificate: string, cluster: string, name: string, type: string) {
    const body = { cloud_public_cert: certificateCalled(certificate), type };
    await this.cluster(cluster).write(`auth/cloud/config/certificate/${name}`, body);
    await this.secondariesCaughtUp(cluster);
  },
);

When(
  "the certificate {string} is deleted in {cluster}",
  async function (this: RehearsalWorld, name: string, cluster: string) {
    await this.cluster(cluster).send("DELETE", `auth/cloud/config/certificate/${name}`);
    await this.secondariesCaughtUp(cluster);
  },
);
