import type { Credentials } from "./databases.ts";

export type Person = {
  /** The token that a login or an operator last gave to the client. */
  token?: string;
  credentials?: Credentials;
  /** The `auth` object in the response to the client's last successful cloud login. */
  auth?: Readonly<Record<string, unknown>>;
  staticCredentials?: Readonly<{ username: string; password: string }>;
  wrapped?: string;
  /** The index in the response to the client's last write. */
  index?: string;
  /** The role id and the secret id with which the client logs in by AppRole. */
  program?: Readonly<{ roleId: string; secretId: string }>;
};

export class People {
  readonly #people = new Map<string, Person>();

  person(name: string): Person {
    const known = this.#people.get(name) ?? {};
    this.#people.set(name, known);
    return known;
  }
}
