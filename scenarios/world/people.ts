import type { Credentials } from "./databases.ts";

export type Person = {
  /** The credentials that the client got last, and the passwords of all that it got. */
  credentials?: Credentials;
  readonly passwords: string[];
  /** The `auth` object in the response to the client's last successful cloud login. */
  auth?: Readonly<Record<string, unknown>>;
  /** The index in the response to the client's last write. */
  index?: string;
  /** The role id and the secret id with which the client logs in by AppRole. */
  program?: Readonly<{ roleId: string; secretId: string }>;
};

export class People {
  readonly #people = new Map<string, Person>();

  person(name: string): Person {
    const known = this.#people.get(name) ?? { passwords: [] };
    this.#people.set(name, known);
    return known;
  }
}
