import { createHash } from "node:crypto";
import type { ApiBody } from "#harness/api/request.ts";

/** Credentials of a dynamic role, and the whole answer that they came with. */
export type Credentials = Readonly<{
  username: string;
  password: string;
  lease: string;
  seconds: number;
  answer: ApiBody;
}>;

/** What a scenario knows of the database server: the real names of its users and tables, and passwords that it set itself. */
export class Databases {
  /** Passwords that the scenario set itself, by user. */
  readonly knownPasswords = new Map<string, string>();
  /** The users that the database had before credentials were asked for that are not to be. */
  usersBefore: readonly string[] = [];
  /** The passwords that were asked for many times over. */
  passwords: string[] = [];
  /** How many seconds the lease lasts that was renewed last. */
  renewedSeconds = 0;
  /** Sets users and tables of a shared server apart from those of other scenarios; nothing on a stage of one's own. */
  suffix = "";

  /** The name that a user or a table of the scenario really has in the database. */
  nameOf(name: string): string {
    return name + this.suffix;
  }

  /** `text` with the names in the database in place of `{name}`. What stands in double braces is for the service. */
  withNames(text: string): string {
    return text.replace(/(?<!\{)\{(\w+)\}(?!\})/g, (_, name: string) => this.nameOf(name));
  }

  /** A password that cannot be guessed, and that two runs of one seed have in common. */
  passwordFor(name: string): string {
    const password = createHash("sha256").update(`${name}${this.suffix}`).digest("base64url").slice(0, 20);
    this.knownPasswords.set(name, password);
    return password;
  }
}
