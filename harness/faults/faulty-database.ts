import type { DatabaseServer } from "#harness/databases/database-server.ts";

/** When a connection breaks: before the server hears what is asked, or when it has done it and before its answer is heard. */
export type CutTime = "before the commit" | "after the commit";

/** Why a server itself refuses what a user asks: it takes no writes, or no more connections. */
export type ServerTrouble = "read-only" | "full";

/** Which statement goes wrong: the one in which `text` passes for the `nth` time. */
export type GarbledStatement = Readonly<{ text: string; nth: number }>;

/** A database server behind a network that can fail. What a scenario looks up itself goes another way. */
export interface FaultyDatabase {
  /** The server, whose address leads over that network. */
  readonly server: DatabaseServer;
  /** How often clusters have connected so far. */
  contacts(): Promise<number>;
  /** From now on nothing arrives, either way, and connections seem to hold. */
  hang(): Promise<void>;
  /** Breaks all connections, and every new one. */
  refuse(): Promise<void>;
  /** From now on everything arrives so many milliseconds later, each way. */
  slow(milliseconds: number): Promise<void>;
  /** Breaks all connections, once. */
  restart(): Promise<void>;
  /** Breaks the next connection on which a user is made or changed. */
  cut(when: CutTime): Promise<void>;
  /** Has one statement reach the server with other letters in it, so that it is the server that refuses it. */
  garble(statement: GarbledStatement): Promise<void>;
  /** Has the server itself refuse what this user asks, from a new connection on. */
  trouble(trouble: ServerTrouble, login: Readonly<{ username: string; password: string }>): Promise<void>;
  /** Ends all of them. What waited on the way arrives. */
  recover(): Promise<void>;
}
