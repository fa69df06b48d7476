import { shortestKnownSecret } from "#harness/masking/mask-known.ts";
import { passwordsInUrls } from "#harness/masking/mask-text.ts";
import { isSecretNameAmong } from "#harness/masking/secret-name.ts";

/** Maximum number of remembered secrets. It limits the time of masking: texts are searched for each of them. */
const maxSecrets = 256;
const maxDepth = 48;

/**
 * Remembers secrets, so that they can be masked in texts without field names, such as log lines. Ignores secrets of
 * fewer than 8 characters, and keeps the 256 that were added last. `all` returns the longest first, so that masking a
 * short secret does not split a longer one that contains it.
 */
export class KnownSecrets {
  readonly #secrets = new Set<string>();
  #sorted: readonly string[] | undefined;

  get all(): readonly string[] {
    this.#sorted ??= [...this.#secrets].toSorted((one, other) => other.length - one.length);
    return this.#sorted;
  }

  /**
   * Remembers secrets in a JSON value: the texts of fields with secret names, and passwords in URLs. `names` are
   * additional secret field names.
   */
  learn(body: unknown, names: readonly string[] = [], depth = 0): void {
    if (depth > maxDepth || body === null) return;
    if (typeof body === "string") this.#learnText(body, names, depth);
    else if (Array.isArray(body)) for (const item of body) this.learn(item, names, depth + 1);
    else if (typeof body === "object") {
      for (const [name, field] of Object.entries(body)) {
        if (isSecretNameAmong(name, names)) this.#addAll(field);
        else this.learn(field, names, depth + 1);
      }
    }
  }

  add(secret: string): void {
    if (secret.length < shortestKnownSecret) return;
    if (!this.#secrets.has(secret)) this.#sorted = undefined;
    this.#secrets.delete(secret);
    this.#secrets.add(secret);
    const [oldest] = this.#secrets;
    if (this.#secrets.size > maxSecrets && oldest !== undefined) this.#secrets.delete(oldest);
  }

  #addAll(field: unknown): void {
    if (typeof field === "string") this.add(field);
    else if (Array.isArray(field)) for (const item of field) this.#addAll(item);
  }

  #learnText(text: string, names: readonly string[], depth: number): void {
    for (const password of passwordsInUrls(text)) this.add(password);
    if (!/^\s*[[{]/.test(text)) return;
    try {
      this.learn(JSON.parse(text), names, depth + 1);
    } catch {
      // The text is not JSON.
    }
  }
}
