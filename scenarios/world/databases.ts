import { createHash } from "node:crypto";
import type { ApiBody } from "#harness/api/request.ts";

/** Credentials of a dynamic role, and the whole response that contained them. */
export type Credentials = Readonly<{
  username: string;
  password: string;
  lease: string;
  seconds: number;
  answer: ApiBody;
}>;

/** The scenario's users and tables on the database server, and the passwords that the scenario has set. */
export class Databases {
  /** Passwords that the scenario has set, by user. */
  readonly knownPasswords = new Map<string, string>();
  /** Names of the database users before a request for credentials that must create no user. */
  usersBefore: readonly string[] = [];
  /** Passwords in the responses to a repeated request. */
  passwords: string[] = [];
  /** Duration in seconds of the lease that was last renewed. */
  renewedSeconds = 0;
  /** Suffix of the actual names of users and tables: unique for each scenario on a shared server, otherwise empty. */
  suffix = "";

  /** Returns the actual name of a user or table of the scenario in the database. */
  nameOf(name: string): string {
    return name + this.suffix;
  }

  /** Replaces each `{name}` in `text` by the actual name in the database. Double braces are not replaced. */
  withNames(text: string): string {
    return text.replace(/(?<!\{)\{(\w+)\}(?!\})/g, (_, name: string) => this.nameOf(name));
  }

  /** Creates an unguessable password for a user. On the simulated stage, it depends only on the name. */
  passwordFor(name: string): string {
    const password = createHash("sha256").update(`${name}${this.suffix}`).digest("base64url").slice(0, 20);
    this.knownPasswords.set(name, password);
    return password;
  }
}
