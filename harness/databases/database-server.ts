import type { Proof } from "./simulated/proof.ts";

/** A database server that clusters are pointed at and that scenarios look into. Truth is a login. */
export interface DatabaseServer extends AsyncDisposable {
  readonly kind: "postgresql" | "mariadb" | "redis" | "simulated";
  /** How it came to be, for people: "embedded PostgreSQL 18", "container postgres:15", "simulated". */
  readonly description: string;
  /** PEM of the authority that its certificate is from; left out where nothing is encrypted. */
  readonly authority?: string | undefined;
  /** Address of the administrator, with credentials, such as `postgresql://postgres:secret@127.0.0.1:5432/postgres`. */
  readonly url: string;
  /** `url` with other credentials, percent-encoded unless they are templates such as `{{username}}`. */
  urlFor(username: string, password: string): string;
  /** Runs statements as the administrator, each in the product's own language; for Redis that is the JSON of a command's words. */
  run(statements: readonly string[]): Promise<void>;
  /** The first column of every row, as the administrator. */
  column(query: string): Promise<readonly string[]>;
  /** Opens a real connection as this user and asks for `SELECT 1`. False means the credentials were refused; all else rejects. */
  accepts(username: string, password: string): Promise<boolean>;
  /** Whether the server lets in who proves itself otherwise than with a password; left out where a scenario cannot try that. */
  admits?(username: string, proof: Proof): Promise<boolean>;
  /** A connection as this user that stays open until it is disposed of; left out where a server can be full without one. */
  hold?(username: string, password: string): Promise<AsyncDisposable>;
  /** Whether the server still takes connections; false when it has died, or is not heard of within seconds. Never rejects. */
  answers(): Promise<boolean>;
}

/** A server that runs already: its address with the administrator's credentials, what it is, for people, and who its certificate is from. */
export type RunningServer = Readonly<{
  url: string;
  description: string;
  /** PEM of the authority; left out where nothing is encrypted. */
  authority?: string | undefined;
}>;
