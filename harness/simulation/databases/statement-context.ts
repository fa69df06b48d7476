import type { Catalog, ObjectId } from "./catalog.ts";

/** One connection, as the server knows it. */
export type Backend = {
  readonly pid: number;
  readonly role: ObjectId;
  readonly database: ObjectId;
  connected: boolean;
};

/** What a statement works on. */
export type StatementContext = Readonly<{
  catalog: Catalog;
  backend: Backend;
  /** By process number. */
  backends: ReadonlyMap<number, Backend>;
  /** Milliseconds since 1970. */
  now: () => number;
  /** What stands for `$1`, `$2`, …; undefined when the statement came without parameters. */
  parameters: readonly string[] | undefined;
  /** Whether the statement stands in a transaction with others. */
  inTransaction: boolean;
}>;

/** Rows of an answer; statements that answer nothing have none. */
export type Rows = readonly (readonly (string | null)[])[];
