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
  /** Whether it is not ours alone, but one that others, such as other workers of a run, may use at the same time. */
  readonly isShared?: boolean;
  /** The `persistence_mode` of a connection whose users shall survive a restart of this Redis; left out where it has no ACL file. */
  readonly persistenceMode?: "ACLFILE";
  /** Its process, where that is ours to stop and to start. */
  readonly process?: ServerProcess;
  /** Whether the server still takes connections; false when it has died, or is not heard of within seconds. Never rejects. */
  answers(): Promise<boolean>;
}

/** What can be done to the process of a server. Each resolves when it is done, and rejects when it cannot be. */
export type ServerProcess = Readonly<{
  /** Has it stand still: connections hold, and nothing is answered. */
  pause(): Promise<void>;
  /** Has it go on. */
  resume(): Promise<void>;
  /** Ends it in good order and starts it on the same data and port. It has the users that it had stored. */
  restart(): Promise<void>;
}>;

/** A server that runs already: its address with the administrator's credentials, what it is, for people, and who its certificate is from. */
export type RunningServer = Readonly<{
  url: string;
  description: string;
  /** PEM of the authority; left out where nothing is encrypted. */
  authority?: string | undefined;
}>;
