import type { Json } from "../../api/json.ts";

/** A value in a document. */
export type HclValue = string | number | boolean | null | HclObject | readonly HclValue[];

/** One thing said in an object: `length = 20` has one key, `rule "charset" {…}` has two. */
export type HclItem = Readonly<{ keys: readonly [string, ...string[]]; value: HclValue; line: number }>;

/** All that is said in an object, in its order; what is said twice is there twice. */
export type HclObject = Readonly<{ items: readonly HclItem[]; line: number }>;

/** A block with a label, such as `path "secret/*" {…}`. `value` is what stands in its braces. */
export type HclBlock = Readonly<{ label: string; value: HclValue; line: number }>;

export function isHclObject(value: HclValue): value is HclObject {
  return typeof value === "object" && value !== null && "items" in value;
}

/**
 * The labelled blocks called `name`, however they are written: `path "a" {…}`, `path = { "a" = {…} }`, or in JSON
 * `{"path": {"a": {…}}}` and `{"path": [{"a": {…}}]}`. Undefined when one of them has no label.
 */
export function blocksOf(object: HclObject, name: string): readonly HclBlock[] | undefined {
  const blocks: HclBlock[] = [];
  for (const { keys, value, line } of object.items) {
    if (keys[0] !== name) continue;
    const [, label, ...deeper] = keys;
    if (deeper.length > 0) return undefined;
    const found = label === undefined ? unlabelled(value) : [{ label, value, line }];
    if (!found) return undefined;
    blocks.push(...found);
  }
  return blocks;
}

function unlabelled(value: HclValue): readonly HclBlock[] | undefined {
  const objects = objectsOf(value);
  if (!objects) return undefined;
  const items = objects.flatMap(({ items }) => items);
  if (items.some(({ keys }) => keys.length > 1)) return undefined;
  return items.map(({ keys: [label], value, line }) => ({ label, value, line }));
}

/** The objects that a value stands for: itself, or all of a list. Undefined when it is something else. */
export function objectsOf(value: HclValue): readonly HclObject[] | undefined {
  const values = Array.isArray(value) ? (value as readonly HclValue[]) : [value];
  const objects = values.filter(isHclObject);
  return objects.length === values.length ? objects : undefined;
}

/** The last value that was said for `name`. */
export function lastValueOf(object: HclObject, name: string): HclValue | undefined {
  return object.items.findLast(({ keys }) => keys.length === 1 && keys[0] === name)?.value;
}

/** The value as JSON; of what is said twice in an object, the last counts. */
export function plainValue(value: HclValue): Json {
  if (isHclObject(value))
    return Object.fromEntries(value.items.map((item) => [item.keys.join(" "), plainValue(item.value)]));
  return Array.isArray(value) ? (value as readonly HclValue[]).map(plainValue) : (value as Json);
}
