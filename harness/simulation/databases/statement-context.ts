import type { Catalog, ObjectId } from "./catalog.ts";

export type Backend = {
  readonly pid: number;
  readonly role: ObjectId;
  readonly database: ObjectId;
  connected: boolean;
};

export type StatementContext = Readonly<{
  catalog: Catalog;
  backend: Backend;
  backends: ReadonlyMap<number, Backend>;
  /** Returns the time in milliseconds since 1970. */
  now: () => number;
  /** Values of `$1`, `$2`, …; undefined for a statement without parameters. */
  parameters: readonly string[] | undefined;
  inTransaction: boolean;
}>;

/** Rows of a result; empty for a statement that returns no rows. */
export type Rows = readonly (readonly (string | null)[])[];
