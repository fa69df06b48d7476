import type { DatabaseServer } from "#harness/databases/database-server.ts";
import type { ServerTrouble } from "#harness/databases/product.ts";

/** When a connection breaks: before or after the server commits the transaction. */
export type CutTime = "before the commit" | "after the commit";

/** Identifies the statement to corrupt: it contains the `nth` occurrence of `text`, counted from 1. */
export type GarbledStatement = Readonly<{ text: string; nth: number }>;

/**
 * A database server to which clusters connect through a network with faults. Statements of scenarios bypass this
 * network.
 */
export interface FaultyDatabase {
  /** The server. Its address leads through the network with faults. */
  readonly server: DatabaseServer;
  /** Returns the number of connections that clusters have opened so far. */
  contacts(): Promise<number>;
  /** Silently lets no data through in either direction. Connections stay open. */
  hang(): Promise<void>;
  /** Breaks all connections, and every new connection. */
  refuse(): Promise<void>;
  /** Delays all data by `milliseconds` in each direction. */
  slow(milliseconds: number): Promise<void>;
  /** Breaks all current connections once. */
  restart(): Promise<void>;
  /**
   * Breaks the connection of the next change of a user, or of the next transaction of PostgreSQL, before or after its
   * commit.
   */
  cut(when: CutTime): Promise<void>;
  /** Replaces letters in one statement between cluster and server, so that the server refuses it. */
  garble(statement: GarbledStatement): Promise<void>;
  /** Makes the server itself refuse requests, at least those of this user on new connections. */
  trouble(trouble: ServerTrouble, login: Readonly<{ username: string; password: string }>): Promise<void>;
  /** Ends all faults. Delayed data then arrive. */
  recover(): Promise<void>;
}
