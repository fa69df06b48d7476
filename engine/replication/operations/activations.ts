import { Problem } from "../../api/problem.ts";
import type { Instant } from "../../ports/clock.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Activation } from "../machine/command.ts";
import type { Driver } from "../runtime/driver.ts";
import { KeyPairs } from "../runtime/key-pairs.ts";
import { newSecret, secretDigest } from "../runtime/secret.ts";
import { fetchActivation, type Unwrapping } from "./activation.ts";
import type { Commands, OperationResult } from "./commands.ts";
import { decrypted, encryptionTo, isEncrypted } from "./encrypted-activation.ts";

type ActivationsOptions = Readonly<{
  ports: Pick<Ports, "clock" | "entropy" | "store" | "cryptography" | "link">;
  commands: Commands;
  driver: Driver;
}>;

export class Activations {
  readonly #ports: ActivationsOptions["ports"];
  readonly #commands: Commands;
  readonly #driver: Driver;
  readonly #keyPairs: KeyPairs;

  constructor({ ports, commands, driver }: ActivationsOptions) {
    this.#ports = ports;
    this.#commands = commands;
    this.#driver = driver;
    this.#keyPairs = new KeyPairs(ports, (changes) => driver.commitLocal(changes));
  }

  /**
   * Creates a key pair to which a primary can encrypt an activation token. It replaces any earlier key pair. Resolves
   * to the public key. Throws a Problem "refused" on a primary.
   */
  async generatePublicKey(): Promise<string> {
    if (this.#driver.state.role === "primary") {
      throw new Problem(
        "refused",
        "replication on this cluster is primary, not disabled or secondary: it cannot be enabled as a secondary",
      );
    }
    return this.#keyPairs.generate();
  }

  /**
   * Resolves to the content of `token`: decrypted with this cluster's key pair, or fetched from the cluster that issued
   * it. Errors are those of {@link decrypted} and {@link fetchActivation}.
   */
  async behind({ token, ...unwrapping }: Unwrapping): Promise<Activation> {
    if (!isEncrypted(token)) return fetchActivation(this.#ports.link, { token, ...unwrapping });
    const { cryptography, clock } = this.#ports;
    return decrypted(token, { cryptography, pair: await this.#keyPairs.current(), now: clock.now() });
  }

  /**
   * Registers a secondary, and resolves to an activation token that only the owner of `publicKey` can read. The
   * secondary has to connect within `ttlSeconds`: this cluster does not learn when the token is decrypted. Throws a
   * Problem "refused" when `publicKey` is invalid or the registration is refused.
   */
  async inviteEncrypted(
    id: string,
    { publicKey, ttlSeconds }: Readonly<{ publicKey: string; ttlSeconds: number }>,
  ): Promise<string> {
    const encrypt = encryptionTo(publicKey, this.#ports);
    const until = this.#ports.clock.now() + ttlSeconds * 1000;
    return encrypt(await this.registerSecondary(id, until), until);
  }

  /**
   * Registers a secondary, which has to connect for the first time before `until`, if that is given, and resolves to
   * its activation. Rejects with a Problem if the registration is refused. The secret in the activation is not stored;
   * only its digest is.
   */
  async registerSecondary(id: string, until?: Instant): Promise<Activation> {
    const { entropy, cryptography, link } = this.#ports;
    const secret = newSecret(entropy);
    let activation: Activation = { id, set: "", address: "", secret };
    await this.#commands.run(() => {
      const { state } = this.#driver;
      const address = (state.role === "primary" && state.record.address) || link.clusterAddress;
      activation = {
        ...activation,
        set: state.record?.set ?? "",
        address,
        authority: state.record?.identity?.certificate ?? "",
      };
      const digest = secretDigest(cryptography, activation);
      return { type: "register secondary", id, digest, ...(until === undefined ? {} : { until }) };
    });
    return activation;
  }

  revokeSecondary(id: string): Promise<OperationResult> {
    return this.#commands.run({ type: "revoke secondary", id });
  }
}
