import type { Credentials } from "./databases.ts";

/** What a client in a scenario holds. */
export type Person = {
  /** The token they were given last, by a login or by an operator. */
  token?: string;
  credentials?: Credentials;
  /** What their last successful cloud login told. */
  auth?: Readonly<Record<string, unknown>>;
  staticCredentials?: Readonly<{ username: string; password: string }>;
  /** A wrapping token that they were given. */
  wrapped?: string;
  /** The index that the answer to their last write told: how far the data were after it. */
  index?: string;
  /** The role ID and the secret ID that they log in with by AppRole. */
  program?: Readonly<{ roleId: string; secretId: string }>;
};

/** The clients of a scenario, by the names that its sentences give them. */
export class People {
  readonly #people = new Map<string, Person>();

  person(name: string): Person {
    const known = this.#people.get(name) ?? {};
    this.#people.set(name, known);
    return known;
  }
}
