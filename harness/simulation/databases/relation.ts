import type { TypeName, Value } from "./value.ts";

/** Rows under named columns: a table or a view, as a query sees it. */
export type Relation = Readonly<{
  /** Its name in the query. */
  name: string;
  columns: readonly Readonly<{ name: string; type: TypeName }>[];
  rows: readonly (readonly Value[])[];
  /** Whether it has all the columns that the real one has. */
  whole: boolean;
}>;

/** What a query without FROM reads: one row of nothing. */
export const oneRow: Relation = { name: "", columns: [], rows: [[]], whole: true };
