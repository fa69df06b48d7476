import { refusal, unsupported } from "./refusal.ts";
import { familyOf, readAs, truth, type Value } from "./value.ts";

const orders: Readonly<Record<string, (order: number) => boolean>> = {
  "=": (order) => order === 0,
  "<>": (order) => order !== 0,
  "<": (order) => order < 0,
  ">": (order) => order > 0,
  "<=": (order) => order <= 0,
  ">=": (order) => order >= 0,
};

/** Returns the value of `left operator right`. Throws a refusal if the operator or the types are not supported. */
export function compared(operator: string, left: Value, right: Value): Value {
  const [one, other] = alike(operator, left, right);
  if (operator === "||") return { type: "text", text: both(one, other, (a, b) => a + b) };
  const like = likes[operator];
  if (like) return truth(both(one, other, like));
  const fits = orders[operator];
  if (!fits) throw unsupported(`the operator ${operator}`);
  return truth(both(one, other, (a, b) => fits(orderOf(one, a, b))));
}

/** Compares two values in the order of ORDER BY: negative, zero or positive; NULLs come last. */
export function ordered(left: Value, right: Value): number {
  if (left.text === null || right.text === null) return Number(left.text === null) - Number(right.text === null);
  return orderOf(left, left.text, right.text);
}

function orderOf({ type }: Value, a: string, b: string): number {
  if (a === b) return 0;
  const [one, other] = familyOf(type) === "number" ? [BigInt(a), BigInt(b)] : [a, b];
  return one < other ? -1 : 1;
}

const likes: Readonly<Record<string, (text: string, pattern: string) => boolean>> = {
  "~~": (text, pattern) => likeness(pattern, "su").test(text),
  "!~~": (text, pattern) => !likeness(pattern, "su").test(text),
  "~~*": (text, pattern) => likeness(pattern, "siu").test(text),
  "!~~*": (text, pattern) => !likeness(pattern, "siu").test(text),
};

function likeness(pattern: string, flags: string): RegExp {
  if (/(?<!\\)(?:\\\\)*\\$/.test(pattern))
    throw refusal("invalid escape", "LIKE pattern must not end with escape character");
  const source = pattern.replace(/\\(.)|[%_]|[\^$.*+?()[\]{}|/]/gsu, (found, escaped: string | undefined) => {
    if (escaped !== undefined) return literal(escaped);
    return found === "%" ? ".*" : found === "_" ? "." : literal(found);
  });
  return new RegExp(`^${source}$`, flags);
}

function literal(letter: string): string {
  return letter.replace(/[\^$.*+?()[\]{}|/\\]/g, "\\$&");
}

function both<T>(left: Value, right: Value, operation: (left: string, right: string) => T): T | null {
  return left.text === null || right.text === null ? null : operation(left.text, right.text);
}

function alike(operator: string, left: Value, right: Value): readonly [Value, Value] {
  const [one, other] = [familyOf(left.type), familyOf(right.type)];
  if (one === "time" || other === "time") throw unsupported("comparing points in time");
  const textual = operator === "||" || operator in likes;
  if (one === other && !(textual && one !== "text" && one !== "unknown")) return [left, right];
  if (textual && [one, other].every((family) => family === "text" || family === "unknown")) return [left, right];
  if (one === "unknown" && !textual) return [readLiteral(left, right), right];
  if (other === "unknown" && !textual) return [left, readLiteral(right, left)];
  if (operator === "||" && (one === "text" || other === "text"))
    throw unsupported("joining a text with something else");
  throw refusal("no such function", `operator does not exist: ${left.type} ${operator} ${right.type}`);
}

function readLiteral(literal: Value, { type }: Value): Value {
  return { type, text: literal.text === null ? null : readAs(type, literal.text) };
}
