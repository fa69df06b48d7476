import type { Asked } from "./operations.ts";
import { chosen, lineShapes, lists, objects, type Shape } from "./shapes.ts";

type Schema = Asked["fields"][number]["schema"];

/**
 * Returns the shapes that every field of the body gets by itself. With {@link refusesArrays}:
 * nesting, many items, one repeated letter, one long item, separators.
 */
export function plainShapes(schema: Schema): readonly Shape[] {
  if (schema.type === "object") return ofObjects;
  return refusesArrays(schema) ? ofTexts : ofLists;
}

/**
 * True if a field takes one text, number or boolean. It refuses arrays before its value is read, so
 * all such fields of an operation get arrays at once.
 */
export function refusesArrays({ type, anyOf }: Schema): boolean {
  const types = anyOf?.map((one) => one.type) ?? [type];
  return types.every((one) => one !== undefined && one !== "array" && one !== "object");
}

const ofObjects = chosen(
  objects,
  ...["objects as deep as may be", "object of as many texts as may be", "one letter", "object of one long text"],
  "equals signs",
);
const ofTexts = chosen(lists, "one letter", "commas");
/** Many items, one long item, nesting. */
export const arrays = chosen(
  lists,
  ...["arrays as deep as may be", "array of as many texts as may be", "array of one long item: one letter"],
);
const ofLists = [...chosen(lists, "one letter", "as many texts between commas as may be"), ...arrays];

/** Shapes of every path parameter, query parameter and header. */
export const plainLineShapes = chosen(lineShapes, "one letter", "slashes", "path");
export const plainHeadShapes = chosen(
  [...lineShapes, ...lists],
  "one letter",
  "slashes",
  "commas",
  "items",
  "backslashes",
);
