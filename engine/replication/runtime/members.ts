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

/** How long the certificate of a secondary lasts, in milliseconds, and how long before its end it gets the next: it may be out of reach for so long. */
const certificateMilliseconds = 30 * 24 * 3_600_000;
const renewalMilliseconds = 20 * 24 * 3_600_000;

/** What came of an introduction: who dialled, and until when its certificate lasts, if it showed one; or why it is refused. */
export type Verification =
  | (Readonly<{ refusal?: undefined; certifiedUntil: Instant }> & Required<Proven>)
  | Readonly<{ refusal: string; code: GoodbyeCode }>;

/** One text for all that a stranger could try: which names are known, and which secrets are wrong, cannot be told apart from outside. */
const unknown: Verification = {
  refusal: "this secondary is not known here, or was revoked",
  code: "unknown secondary",
};

/** By this cluster's clock, which may be ahead. */
const expired: Verification = {
  refusal: "the certificate of this secondary has expired: it needs a new activation token",
  code: "certificate",
};

/** Who may be a secondary of this cluster, as far as keys and certificates say; and what the one that this cluster dials must be. */
export class Members {
  readonly #ports: IdentityPorts;

  constructor(ports: IdentityPorts) {
    this.#ports = ports;
  }

  /** What is known of who dialled, showed `certificate`, whose key it holds, and introduced itself. */
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
    // Digests are compared, which the dialling cluster cannot choose: the time it takes tells nothing about the secret.
    if (secret === "" || secretDigest(cryptography, { set, secret }) !== known.digest) return unknown;
    return { ...who, isCertified: false, certifiedUntil: clock.now() };
  }

  /** Whether it is time for the next certificate. */
  isDue(certifiedUntil: Instant): boolean {
    return certifiedUntil - this.#ports.clock.now() < renewalMilliseconds;
  }

  /** A certificate for the secondary of this name, which holds the private half of `key`, and the instant at which it ends. */
  certify(
    { id, key }: Readonly<{ id: string; key: string }>,
    authority: Credentials,
  ): Readonly<{ certificate: string; until: Instant }> {
    const { certificates, entropy, clock } = this.#ports;
    const until = clock.now() + certificateMilliseconds;
    const certificate = certificates.issue({
      ...{ commonName: id, publicKey: key, authority, serial: entropy.bytes(serialBytes) },
      // A key of ed25519 has a digest of its own.
      ...{ signatureBits: 512, notBefore: clock.now(), notAfter: until },
    });
    return { certificate, until };
  }

  /** Why the cluster that was dialled, and showed `certificate`, is not the one that `authority` is of; undefined where it is. */
  mismatchReason(certificate: string | undefined, authority: string): string | undefined {
    const { certificates } = this.#ports;
    const wanted = certificates.read(authority)?.publicKey;
    if (wanted === undefined) return "its key is not known here: a new activation token is needed";
    const found = certificate === undefined ? undefined : certificates.read(certificate)?.publicKey;
    return found === wanted ? undefined : "another cluster answers there: it does not hold the key of the primary";
  }

  /** Why the cluster that was dialled, and showed `certificate`, is not the member with this public key; undefined where it is. */
  keyMismatchReason(certificate: string | undefined, key: string): string | undefined {
    return this.keyOf(certificate) === key
      ? undefined
      : "another cluster answers there: it does not hold the member's key";
  }

  /** The public key of a certificate that was shown, PEM. */
  keyOf(certificate: string | undefined): string | undefined {
    return certificate === undefined ? undefined : this.#ports.certificates.read(certificate)?.publicKey;
  }

  #isOwn(certificate: string, { record }: Replica): boolean {
    const authority = record?.identity?.certificate;
    return authority !== undefined && this.#ports.certificates.isIssuedBy(certificate, authority);
  }
}
