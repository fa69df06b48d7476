import type { TypeName, Value } from "./value.ts";

/** A table or view in a query: rows with named columns. */
export type Relation = Readonly<{
  name: string;
  columns: readonly Readonly<{ name: string; type: TypeName }>[];
  rows: readonly (readonly Value[])[];
  /** True if the relation has all columns of the real relation. */
  isComplete: boolean;
}>;

/** Relation of a query without FROM: one row without columns. */
export const oneRow: Relation = { name: "", columns: [], rows: [[]], isComplete: true };
