import { createHash } from "node:crypto";
import type { ApiBody, ApiReply } from "#harness/api/request.ts";

export type Credentials = Readonly<{
  username: string;
  password: string;
  lease: string;
  seconds: number;
  /** Time at which the lease was issued, in milliseconds since 1970, and its age in seconds when it was last renewed. */
  issued: number;
  renewedAfter?: number;
  answer: ApiBody;
}>;

export class Databases {
  /** Passwords that steps have used, by user. */
  readonly knownPasswords = new Map<string, string>();
  /** Names of the database users before a request for credentials that must create no user. */
  usersBefore: readonly string[] = [];
  rotation: ApiReply | undefined;
  /** Ids of the sessions that users had, by user. */
  readonly sessions = new Map<string, readonly string[]>();
  /** Suffix of the actual names of users and tables: empty on a simulated stage, otherwise random for each scenario. */
  suffix = "";
  readonly #userEnding: () => string;

  /** `userEnding` returns special characters that the names of users have in the scenario's database product. */
  constructor(userEnding: () => string) {
    this.#userEnding = userEnding;
  }

  /** Returns the actual name of a user in the database, which has special characters in some products. */
  nameOf(name: string): string {
    return (/^\w+$/.test(name) ? name + this.#userEnding() : name) + this.suffix;
  }

  /** Returns the login with the password that the scenario has set for a user. */
  knownLogin(name: string): Readonly<{ username: string; password: string }> {
    const password = this.knownPasswords.get(name);
    if (password === undefined) throw new Error(`no password of ${name} is known`);
    return { username: this.nameOf(name), password };
  }

  /** Returns the password of the server's administrator, which the scenario then knows. */
  administratorsPassword({ url }: Readonly<{ url: string }>): string {
    const password = decodeURIComponent(new URL(url).password);
    this.knownPasswords.set("the administrator", password);
    return password;
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
