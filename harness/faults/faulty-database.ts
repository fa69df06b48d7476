import type { DatabaseServer } from "#harness/databases/database-server.ts";
import type { ServerTrouble } from "#harness/databases/product.ts";

/** Time at which a connection breaks, relative to the execution of the request. */
export type CutTime = "before the commit" | "after the commit";

/** Statement to corrupt: the one with the `nth` occurrence of `text`. */
export type GarbledStatement = Readonly<{ text: string; nth: number }>;

/** A database server behind a network that can fail. Queries of scenarios bypass that network. */
export interface FaultyDatabase {
  /** The server with an address that leads over the network. */
  readonly server: DatabaseServer;
  /** Returns the number of connections from clusters so far. */
  contacts(): Promise<number>;
  /** Drops everything silently in both directions; connections stay open. */
  hang(): Promise<void>;
  /** Breaks all connections, and every new one. */
  refuse(): Promise<void>;
  /** Delays everything by `milliseconds`, in each direction. */
  slow(milliseconds: number): Promise<void>;
  /** Breaks all connections once. */
  restart(): Promise<void>;
  /** Breaks the next connection that creates or changes a user. */
  cut(when: CutTime): Promise<void>;
  /** Replaces letters in one statement on its way, so that the server refuses it. */
  garble(statement: GarbledStatement): Promise<void>;
  /** Makes the server itself refuse this user's requests on new connections. */
  trouble(trouble: ServerTrouble, login: Readonly<{ username: string; password: string }>): Promise<void>;
  /** Ends all faults. Delayed data arrive. */
  recover(): Promise<void>;
}
