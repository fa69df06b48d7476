import type { Proof } from "./simulated/proof.ts";

/**
 * A database server that clusters use and scenarios inspect. A login is the only proof that
 * credentials are valid.
 */
export interface DatabaseServer extends AsyncDisposable {
  readonly kind: "postgresql" | "mariadb" | "redis" | "simulated";
  /**
   * Origin of the server, for people: "embedded PostgreSQL 18", "container postgres:15",
   * "simulated".
   */
  readonly description: string;
  /** PEM of the CA that signed the server's certificate; omitted without TLS. */
  readonly authority?: string | undefined;
  /**
   * Address with the administrator's credentials, such as
   * `postgresql://postgres:secret@127.0.0.1:5432/postgres`.
   */
  readonly url: string;
  /**
   * Returns `url` with other credentials, percent-encoded unless they are templates such as
   * `{{username}}`.
   */
  urlFor(username: string, password: string): string;
  /**
   * Runs statements as the administrator, in the product's language; for Redis, a command as a JSON
   * array of words.
   */
  run(statements: readonly string[]): Promise<void>;
  /** Runs a query as the administrator and returns the first column of every row. */
  column(query: string): Promise<readonly string[]>;
  /**
   * Opens a connection as this user and runs `SELECT 1`. False if the credentials are rejected;
   * other errors reject.
   */
  accepts(username: string, password: string): Promise<boolean>;
  /**
   * True if the server accepts a user with another proof than a password; omitted if scenarios
   * cannot try that.
   */
  admits?(username: string, proof: Proof): Promise<boolean>;
  /**
   * Opens a connection as this user until it is disposed; omitted if no open connection is needed
   * to fill the server.
   */
  hold?(username: string, password: string): Promise<AsyncDisposable>;
  /** True if others, such as other workers of a run, may use the server at the same time. */
  readonly isShared?: boolean;
  /**
   * The `persistence_mode` that makes users survive a restart of Redis; omitted without an ACL
   * file.
   */
  readonly persistenceMode?: "ACLFILE";
  /** Process of the server; omitted if the harness cannot stop and start it. */
  readonly process?: ServerProcess;
  /**
   * True if the server accepts connections; false if it has ended or does not respond within
   * seconds. Never rejects.
   */
  answers(): Promise<boolean>;
}

/**
 * Operations on the process of a server. Each resolves when it is done and rejects when it fails.
 */
export type ServerProcess = Readonly<{
  /** Suspends the process: connections stay open, but get no response. */
  pause(): Promise<void>;
  /** Resumes the suspended process. */
  resume(): Promise<void>;
  /** Shuts the process down and starts it with the same data and port. Only stored users remain. */
  restart(): Promise<void>;
}>;

/**
 * A server that is already running: its address with the administrator's credentials, a description
 * for people, and the CA of its certificate.
 */
export type RunningServer = Readonly<{
  url: string;
  description: string;
  /** PEM of the CA; omitted without TLS. */
  authority?: string | undefined;
}>;
