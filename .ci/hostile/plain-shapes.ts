import type { Asked } from "./operations.ts";
import { chosen, lineShapes, lists, objects, type Shape } from "./shapes.ts";

type Schema = Asked["fields"][number]["schema"];

/** Returns the shapes with which a field of a body is tested if it is not selected for a test with all shapes. */
export function plainShapes(schema: Schema): readonly Shape[] {
  if (schema.type === "object") return ofObjects;
  return refusesArrays(schema) ? ofTexts : ofLists;
}

/** True if a field expects a single text, number or boolean. */
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
export const arrays = chosen(
  lists,
  ...["arrays as deep as may be", "array of as many texts as may be", "array of one long item: one letter"],
);
const ofLists = [...chosen(lists, "one letter", "as many texts between commas as may be"), ...arrays];

/** Shapes with which every path parameter and query parameter is tested. */
export const plainLineShapes = chosen(lineShapes, "one letter", "slashes", "path");
export const plainHeadShapes = chosen(
  [...lineShapes, ...lists],
  "one letter",
  "slashes",
  "commas",
  "items",
  "backslashes",
);
