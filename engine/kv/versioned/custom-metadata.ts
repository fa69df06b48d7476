import { type Json, type JsonObject, withoutRawNumber } from "../../api/json.ts";
import { Problem, quoted } from "../../api/problem.ts";

/** Limits of custom metadata, as in the reference. Lengths are in bytes of UTF-8. */
export const limits = { keys: 64, keyBytes: 128, valueBytes: 512 } as const;

const invalid = "custom_metadata validation failed";

export function customMetadata(input: JsonObject): Readonly<Record<string, string>> {
  const entries = Object.entries(input);
  if (entries.length > limits.keys) {
    throw invalidMetadata([`payload must contain at most ${limits.keys} keys, provided ${entries.length}`]);
  }
  const labels = entries.map(([name, value]) => [name, labelOf(name, value)] as const);
  const faults = labels.flatMap(faultsOf);
  if (faults.length > 0) throw invalidMetadata(faults);
  return Object.fromEntries(labels);
}

function labelOf(name: string, value: Json): string {
  if (typeof value === "string") return value;
  if (typeof withoutRawNumber(value) === "number") return JSON.stringify(value);
  throw new Problem("refused", `${invalid}: the value of key ${quoted(name)} must be text`);
}

function faultsOf([name, value]: readonly [string, string]): readonly string[] {
  const faults: string[] = [];
  const [nameBytes, valueBytes] = [utf8Length(name), utf8Length(value)];
  if (nameBytes === 0 || nameBytes > limits.keyBytes) {
    faults.push(`length of key ${quoted(name)} is ${nameBytes} but must be 0 < len(key) <= ${limits.keyBytes}`);
  }
  if (valueBytes === 0 || valueBytes > limits.valueBytes) {
    faults.push(
      `length of value for key ${quoted(name)} is ${valueBytes} but must be 0 < len(value) <= ${limits.valueBytes}`,
    );
  }
  if (!isPrintable(name)) faults.push(`key ${quoted(name)} (${name}) contains unprintable characters`);
  if (!isPrintable(value)) faults.push(`value for key ${quoted(name)} contains unprintable characters`);
  return faults;
}

function invalidMetadata(faults: readonly string[]): Problem {
  const count = faults.length === 1 ? "1 error" : `${faults.length} errors`;
  const lines = faults.map((fault) => `\t* ${invalid}: ${fault}\n`).join("");
  return new Problem("refused", `${count} occurred:\n${lines}\n`);
}

function isPrintable(text: string): boolean {
  return !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}
