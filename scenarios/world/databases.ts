import { createHash } from "node:crypto";
import type { ApiBody } from "#harness/api/request.ts";

export type Credentials = Readonly<{
  username: string;
  password: string;
  lease: string;
  seconds: number;
  answer: ApiBody;
}>;

/** The scenario's users and tables on the database server, and the passwords that the scenario has set. */
export class Databases {
  readonly knownPasswords = new Map<string, string>();
  /** Names of the database users before a request for credentials that must create no user. */
  usersBefore: readonly string[] = [];
  passwords: string[] = [];
  renewedSeconds = 0;
  /** Suffix of the actual names of users and tables: empty on a simulated stage, otherwise random for each scenario. */
  suffix = "";
  readonly #userEnding: () => string;

  /** `userEnding` returns special characters that the names of users have in the scenario's database product. */
  constructor(userEnding: () => string) {
    this.#userEnding = userEnding;
  }

  /**
   * Returns the actual name of a user of the scenario in the database. It has special characters, and differs from the
   * names of roles in steps.
   */
  nameOf(name: string): string {
    return (/^\w+$/.test(name) ? name + this.#userEnding() : name) + this.suffix;
  }

  /** Returns the actual name of a table or database of the scenario. */
  tableOf(name: string): string {
    return name + this.suffix;
  }

  /** Replaces each `{name}` in `text` by the actual name of the user. Double braces are not replaced. */
  withNames(text: string): string {
    return text.replace(/(?<!\{)\{(\w+)\}(?!\})/g, (_, name: string) => this.nameOf(name));
  }

  /** Creates a password with special characters for a user. With an empty suffix, it depends only on the name. */
  passwordFor(name: string): string {
    const random = createHash("sha256").update(`${name}${this.suffix}`).digest("base64url").slice(0, 20);
    const password = `${random} '"%25`;
    this.knownPasswords.set(name, password);
    return password;
  }
}
