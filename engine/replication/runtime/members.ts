import { serialBytes } from "../../ports/certificates.ts";
import type { Instant } from "../../ports/clock.ts";
import type { Credentials } from "../../ports/link.ts";
import type { Proven } from "../machine/input.ts";
import { admittedSecondaries } from "../machine/primary/admission.ts";
import type { Replica } from "../machine/state.ts";
import type { Introduction } from "../protocol/frame.ts";
import type { GoodbyeCode } from "../protocol/goodbye.ts";
import { clusterIdOf, type IdentityPorts } from "./identity.ts";
import { secretDigest } from "./secret.ts";

/** Validity of a secondary's certificate in milliseconds. */
const certificateMilliseconds = 30 * 24 * 3_600_000;
/** Milliseconds before its expiry from which on a certificate is renewed. */
const renewalMilliseconds = 20 * 24 * 3_600_000;

export type Verification =
  | (Readonly<{ refusal?: undefined; certifiedUntil: Instant }> & Required<Proven>)
  | Readonly<{ refusal: string; code: GoodbyeCode }>;

/** The same text for unknown names, wrong keys and wrong secrets, so that an attacker cannot distinguish them. */
const unknown: Verification = {
  refusal: "this secondary is not known here, or was revoked",
  code: "unknown secondary",
};

const expired: Verification = {
  refusal: "the certificate of this secondary has expired: it needs a new activation token",
  code: "certificate",
};

export class Members {
  readonly #ports: IdentityPorts;

  constructor(ports: IdentityPorts) {
    this.#ports = ports;
  }

  /** Verifies the introduction of a cluster that has proved that it holds the private key of `certificate`. */
  verify(
    { id, set, secret }: Introduction,
    { certificate, state }: Readonly<{ certificate: string | undefined; state: Replica }>,
  ): Verification {
    const { certificates, cryptography, clock } = this.#ports;
    const secondaries = admittedSecondaries(state, clock.now());
    if (state.role !== "primary" && secondaries.length === 0)
      return { refusal: "this cluster is not a primary", code: "not primary" };
    if (state.record?.set !== set) return { refusal: "this is another replication set", code: "other set" };
    const facts = certificate === undefined ? undefined : certificates.read(certificate);
    if (certificate === undefined || !facts) return { refusal: "no certificate was shown", code: "certificate" };
    const known = secondaries.find((secondary) => secondary.id === id);
    const isOther = known !== undefined && known.key !== "" && known.key !== facts.publicKey;
    if (!known || isOther) return unknown;
    const who = { cluster: clusterIdOf(facts.publicKey, cryptography), key: facts.publicKey };
    if (known.key !== "" && this.#isOwn(certificate, state)) {
      if (facts.commonName !== id) return unknown;
      if (facts.notAfter > clock.now()) return { ...who, isCertified: true, certifiedUntil: facts.notAfter };
      return expired;
    }
    // Digests are compared, which the dialling cluster cannot choose: the time of the comparison reveals nothing about
    // the secret.
    if (secret === "" || secretDigest(cryptography, { set, secret }) !== known.digest) return unknown;
    return { ...who, isCertified: false, certifiedUntil: clock.now() };
  }

  isDue(certifiedUntil: Instant): boolean {
    return certifiedUntil - this.#ports.clock.now() < renewalMilliseconds;
  }

  /**
   * Issues a certificate for the secondary with this registered name and the public key `key`. Returns the certificate
   * and its expiry.
   */
  certify(
    { id, key }: Readonly<{ id: string; key: string }>,
    authority: Credentials,
  ): Readonly<{ certificate: string; until: Instant }> {
    const { certificates, entropy, clock } = this.#ports;
    const until = clock.now() + certificateMilliseconds;
    const certificate = certificates.issue({
      ...{ commonName: id, publicKey: key, authority, serial: entropy.bytes(serialBytes) },
      ...{ signatureBits: 512, notBefore: clock.now(), notAfter: until },
    });
    return { certificate, until };
  }

  /**
   * Returns the reason why `certificate` does not belong to the cluster with the certificate `authority`; undefined
   * when it does.
   */
  mismatchReason(certificate: string | undefined, authority: string): string | undefined {
    const { certificates } = this.#ports;
    const wanted = certificates.read(authority)?.publicKey;
    if (wanted === undefined) return "its key is not known here: a new activation token is needed";
    const found = certificate === undefined ? undefined : certificates.read(certificate)?.publicKey;
    return found === wanted ? undefined : "another cluster answers there: it does not hold the key of the primary";
  }

  keyMismatchReason(certificate: string | undefined, key: string): string | undefined {
    return this.keyOf(certificate) === key
      ? undefined
      : "another cluster answers there: it does not hold the member's key";
  }

  keyOf(certificate: string | undefined): string | undefined {
    return certificate === undefined ? undefined : this.#ports.certificates.read(certificate)?.publicKey;
  }

  #isOwn(certificate: string, { record }: Replica): boolean {
    const authority = record?.identity?.certificate;
    return authority !== undefined && this.#ports.certificates.isIssuedBy(certificate, authority);
  }
}
