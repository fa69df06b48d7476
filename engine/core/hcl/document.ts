import type { Json } from "../../api/json.ts";

export type HclValue = string | number | boolean | null | HclObject | readonly HclValue[];

/** Item of an object. `length = 20` has one key; `rule "charset" {…}` has two keys. */
export type HclItem = Readonly<{ keys: readonly [string, ...string[]]; value: HclValue; line: number }>;

/** Items of an object in their order, including repeated keys. */
export type HclObject = Readonly<{ items: readonly HclItem[]; line: number }>;

export type HclBlock = Readonly<{ label: string; value: HclValue; line: number }>;

export function isHclObject(value: HclValue): value is HclObject {
  return typeof value === "object" && value !== null && "items" in value;
}

/**
 * Returns the labelled blocks called `name` in any notation: `path "a" {…}`, `path = { "a" = {…} }`, or in JSON
 * `{"path": {"a": {…}}}` and `{"path": [{"a": {…}}]}`. Undefined if `name` occurs in another notation.
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

/** Returns an object as a list of one, and a list of objects as it is. Undefined for any other value. */
export function objectsOf(value: HclValue): readonly HclObject[] | undefined {
  const values = Array.isArray(value) ? (value as readonly HclValue[]) : [value];
  const objects = values.filter(isHclObject);
  return objects.length === values.length ? objects : undefined;
}

export function lastValueOf(object: HclObject, name: string): HclValue | undefined {
  return object.items.findLast(({ keys }) => keys.length === 1 && keys[0] === name)?.value;
}

/** Converts the value to JSON. The last value of a repeated key is used. */
export function plainValue(value: HclValue): Json {
  if (isHclObject(value))
    return Object.fromEntries(value.items.map((item) => [item.keys.join(" "), plainValue(item.value)]));
  return Array.isArray(value) ? (value as readonly HclValue[]).map(plainValue) : (value as Json);
}
