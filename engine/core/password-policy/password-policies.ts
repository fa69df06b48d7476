import { Problem, wrapped } from "../../api/problem.ts";
import type { Entropy } from "../../ports/entropy.ts";
import { collection, type Storage } from "../storage/storage.ts";
import { newPassword } from "./new-password.ts";
import { defaultPasswordPolicy, type PasswordPolicy, parsePasswordPolicy } from "./password-policy.ts";

const stored = collection<{ policy: string }>("shared", "password-policy/");

export class PasswordPolicies {
  readonly #storage: Storage;
  readonly #entropy: Entropy;

  constructor({ storage, entropy }: { storage: Storage; entropy: Entropy }) {
    this.#storage = storage;
    this.#entropy = entropy;
  }

  async read(name: string): Promise<string | undefined> {
    return (await stored.read(this.#storage, name))?.policy;
  }

  names(): Promise<readonly string[]> {
    return stored.names(this.#storage);
  }

  /** Stores a policy. Throws a Problem "refused" if it is invalid, or if no password that satisfies it is found. */
  async write(name: string, text: string): Promise<void> {
    if (newPassword(parsePasswordPolicy(text), this.#entropy) === undefined) {
      throw new Problem(
        "refused",
        wrapped("unable to generate password from provided policy: are the rules impossible?"),
      );
    }
    await this.#storage.commit([stored.put(name, { policy: text })]);
  }

  async remove(name: string): Promise<void> {
    await this.#storage.commit([stored.remove(name)]);
  }

  /**
   * Returns a new password by a policy ("" is the default policy). Throws a Problem "failed" if the policy does not
   * exist, or if no password that satisfies it is found.
   */
  async generate(name: string): Promise<string> {
    const password = newPassword(await this.#policy(name), this.#entropy);
    if (password === undefined) throw failed("no password satisfies the policy");
    return password;
  }

  async #policy(name: string): Promise<PasswordPolicy> {
    if (name === "") return defaultPasswordPolicy;
    const text = await this.read(name);
    if (text === undefined) throw failed("no password policy found");
    return parsePasswordPolicy(text);
  }
}

function failed(why: string): Problem {
  return new Problem("failed", `failed to generate password: ${why}`);
}
