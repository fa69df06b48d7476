import type { Proof } from "./simulated/proof.ts";

/** A database server that clusters use and scenarios inspect. */
export interface DatabaseServer extends AsyncDisposable {
  readonly kind: "postgresql" | "mariadb" | "redis" | "simulated";
  /** Description for people, such as "embedded PostgreSQL 18", "container postgres:15" or "simulated". */
  readonly description: string;
  /** Certificate (PEM) of the CA that signed the server's certificate. Omitted without TLS. */
  readonly authority?: string | undefined;
  /** Address with the administrator's credentials, such as `postgresql://postgres:secret@127.0.0.1:5432/postgres`. */
  readonly url: string;
  /** Returns `url` with these credentials, percent-encoded unless they are templates such as `{{username}}`. */
  urlFor(username: string, password: string): string;
  /** Executes statements as the administrator. For Redis, a statement is a command as a JSON array of words. */
  run(statements: readonly string[]): Promise<void>;
  /** Executes a query as the administrator. Returns the first column of all rows. */
  column(query: string): Promise<readonly string[]>;
  /** Logs in as this user. Resolves to false if the credentials are refused. Rejects after other errors. */
  accepts(username: string, password: string): Promise<boolean>;
  /** Resolves to true if the server accepts this user with this proof. Omitted if scenarios can try only passwords. */
  admits?(username: string, proof: Proof): Promise<boolean>;
  /**
   * Opens a connection as this user, which disposing closes. Omitted if scenarios can exhaust a user's connections
   * without one.
   */
  hold?(username: string, password: string): Promise<AsyncDisposable>;
  /** True if others, such as other workers of a run, may use the same server at the same time. */
  readonly isShared?: boolean;
  /**
   * `persistence_mode` with which clusters store users in the ACL file of this Redis server. Omitted for other servers.
   */
  readonly persistenceMode?: "ACLFILE";
  /** The process of the server. Omitted if the harness cannot stop and start it. */
  readonly process?: ServerProcess;
  /**
   * Resolves to true if the server responds to a login, even with a refusal; to false if it is down or does not respond
   * in time.
   */
  answers(): Promise<boolean>;
}

export type ServerProcess = Readonly<{
  /** Suspends the process. Connections stay open but get no response. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Shuts the server down and starts it with the same data and port. Users that the server has not stored are lost. */
  restart(): Promise<void>;
}>;

/** `url` contains the administrator's credentials. `description` is for people. */
export type RunningServer = Readonly<{
  url: string;
  description: string;
  /** Certificate (PEM) of the CA that signed the server's certificate. Omitted without TLS. */
  authority?: string | undefined;
}>;
