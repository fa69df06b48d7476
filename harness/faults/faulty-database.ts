import type { DatabaseServer } from "#harness/databases/database-server.ts";
import type { ServerTrouble } from "#harness/databases/product.ts";

export type CutTime = "before the commit" | "after the commit";

/** Identifies the statement to corrupt: it contains the `nth` occurrence of `text`, counted from 1. */
export type GarbledStatement = Readonly<{ text: string; nth: number }>;

/** A database server that clusters reach through a network with faults. */
export interface FaultyDatabase {
  /** The server. Its address leads through the network with faults. */
  readonly server: DatabaseServer;
  /** Returns the number of connections from clusters to the server so far. */
  contacts(): Promise<number>;
  /** Lets no data through in either direction, without an error. Connections stay open. */
  hang(): Promise<void>;
  /** Breaks the current connections and every new one, until `recover`. */
  refuse(): Promise<void>;
  /** Delays all data by `milliseconds` in each direction. */
  slow(milliseconds: number): Promise<void>;
  restart(): Promise<void>;
  /**
   * Breaks the connection of the next change of a user, or for PostgreSQL of the next transaction, before or after the
   * commit.
   */
  cut(when: CutTime): Promise<void>;
  /** Corrupts a statement on its way from a cluster to the server, so that the server refuses it. */
  garble(statement: GarbledStatement): Promise<void>;
  /** Makes the server itself read-only or full, at least for new connections of this user. */
  trouble(trouble: ServerTrouble, login: Readonly<{ username: string; password: string }>): Promise<void>;
  /** Ends all faults. Delayed data then arrive. */
  recover(): Promise<void>;
}
