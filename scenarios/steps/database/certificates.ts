import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { type DataTable, Then } from "@cucumber/cucumber";
import { expect } from "chai";
import { authorityCertificate } from "#harness/databases/known-authority.ts";
import type { RehearsalWorld } from "../../world.ts";
import { cellValue } from "./cells.ts";

/** Returns the client certificate in a client's dynamic credentials, and the private key beside it. */
function certificateOf(world: RehearsalWorld, who: string): Readonly<{ certificate: X509Certificate; key: KeyObject }> {
  const { client_certificate, private_key } = world.person(who).credentials?.answer.data ?? {};
  return { certificate: new X509Certificate(String(client_certificate)), key: createPrivateKey(String(private_key)) };
}

Then(
  "{person} is given a certificate that the authority has issued for the key beside it",
  function (this: RehearsalWorld, who: string) {
    const { certificate, key } = certificateOf(this, who);
    const authority = new X509Certificate(authorityCertificate);
    expect(certificate.checkIssued(authority), "the authority is the issuer").to.equal(true);
    expect(certificate.verify(authority.publicKey), "the authority has signed it").to.equal(true);
    expect(certificate.checkPrivateKey(key), "it is of the key").to.equal(true);
    expect(certificate.ca, "it is of an authority").to.equal(false);
    expect(certificate.keyUsage, "what it is for").to.deep.equal(["1.3.6.1.5.5.7.3.2"]);
  },
);

Then("{person}'s certificate is valid as long as the lease", function (this: RehearsalWorld, who: string) {
  const { certificate } = certificateOf(this, who);
  const { seconds = 0 } = this.person(who).credentials ?? {};
  const left = (certificate.validToDate.getTime() - this.stage.now()) / 1000;
  expect(left).to.be.within(seconds - leewaySeconds, seconds + leewaySeconds);
});

/** Tolerance in seconds for a busy machine and for clocks that differ. */
const leewaySeconds = 30;

const curves: Readonly<Record<string, string>> = {
  "224": "secp224r1",
  "256": "prime256v1",
  "384": "secp384r1",
  "521": "secp521r1",
};

Then(
  "{person}'s key is of the type {string} and has {string} bits",
  function (this: RehearsalWorld, who: string, type: string, bits: string) {
    const { key } = certificateOf(this, who);
    expect(key.asymmetricKeyType).to.equal(type);
    const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
    if (type === "rsa") expect(modulusLength).to.equal(Number(bits));
    if (type === "ec") expect(namedCurve).to.equal(curves[bits]);
  },
);

Then(
  "the signature of {person}'s certificate has {int} bits",
  function (this: RehearsalWorld, who: string, bits: number) {
    const { certificate } = certificateOf(this, who);
    expect(certificate.signatureAlgorithm?.toLowerCase()).to.contain(`sha${bits}`);
  },
);

Then(
  "the common name of {person}'s certificate matches {string}",
  function (this: RehearsalWorld, who: string, pattern: string) {
    const { certificate } = certificateOf(this, who);
    expect(certificate.subject).to.match(new RegExp(`^CN=${pattern}$`));
  },
);

Then("the database has a user of that name, which is {person}'s", async function (this: RehearsalWorld, who: string) {
  const { certificate } = certificateOf(this, who);
  const { username } = this.person(who).credentials ?? {};
  expect(certificate.subject).to.equal(`CN=${username}`);
  const found = await this.stage.database.column(
    `SELECT rolname FROM pg_catalog.pg_roles WHERE rolname = '${username}'`,
  );
  expect(found).to.deep.equal([username]);
});

Then(
  "the credential configuration of the {definition} {string}, read from {cluster}, has:",
  async function (this: RehearsalWorld, kind: string, name: string, cluster: string, table: DataTable) {
    const { credential_config } = await this.cluster(cluster).read(`${kind}/${name}`);
    const shown: Readonly<Record<string, unknown>> = { ...(credential_config as object) };
    for (const [option = "", cell = ""] of table.raw()) {
      expect(shown[option] ?? "", option).to.deep.equal(cellValue(this, cell));
    }
  },
);
