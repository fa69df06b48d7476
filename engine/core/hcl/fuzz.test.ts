import { test } from "node:test";
import { expect } from "chai";
import type { Json } from "../../api/json.ts";
import { plainValue } from "./document.ts";
import { HclError } from "./hcl-error.ts";
import { parseHcl } from "./parse-hcl.ts";

function sampler(seed: number): (bound: number) => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
    mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % bound;
  };
}

type Sampler = ReturnType<typeof sampler>;
type Fields = { [name: string]: Json };

const letters = [
  "a",
  "Z",
  "_",
  "é",
  "日",
  "😀",
  " ",
  '"',
  "\\",
  "\n",
  "\t",
  "$",
  "{",
  "}",
  "/",
  "*",
  "#",
  "0",
  "-",
  "+",
];

function pick<T>(roll: Sampler, from: readonly [T, ...T[]]): T {
  return from[roll(from.length)] ?? from[0];
}

function someText(roll: Sampler): string {
  return Array.from({ length: roll(8) }, () => letters[roll(letters.length)] ?? "").join("");
}

function someValue(roll: Sampler, depth: number): Json {
  const kind = roll(depth > 3 ? 4 : 6);
  if (kind === 0) return roll(2) === 0;
  if (kind === 1) return roll(2000) - 1000;
  if (kind === 2) return (roll(2000) - 1000) / 8;
  if (kind === 3) return someText(roll);
  if (kind === 4) return Array.from({ length: roll(4) }, () => someValue(roll, depth + 1));
  return someFields(roll, depth + 1);
}

function someFields(roll: Sampler, depth: number): Fields {
  const fields: Fields = {};
  for (let count = roll(5); count > 0; count -= 1) {
    fields[roll(2) === 0 ? `k${roll(50)}` : `x${someText(roll)}`] = someValue(roll, depth);
  }
  return fields;
}

function written(value: Json, roll: Sampler): string {
  if (typeof value === "string") return quotedText(value, roll);
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => `${gap(roll)}${written(item, roll)}`);
    return `[${items.join(",")}${items.length > 0 && roll(2) === 0 ? "," : ""}${gap(roll)}]`;
  }
  if (typeof value === "object" && value !== null) return `{${writtenFields(value as Fields, roll)}}`;
  return String(value);
}

function quotedText(text: string, roll: Sampler): string {
  if (roll(6) === 0 && /^[^$]*\n$/.test(text) && !text.includes("END")) return `<<END\n${text}END\n`;
  const escaped = JSON.stringify(text).replaceAll("$", () => pick(roll, ["\\x24", "\\u0024"]));
  return escaped;
}

function writtenFields(fields: Fields, roll: Sampler): string {
  return Object.entries(fields)
    .map(([name, value]) => {
      const key = /^[a-z]\w*$/.test(name) && roll(2) === 0 ? name : quotedText(name, () => 1);
      const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
      const assign = isObject && roll(2) === 0 ? gap(roll) : `${gap(roll)}=${gap(roll)}`;
      return `${gap(roll)}${key}${assign}${written(value, roll)}`;
    })
    .map((item) => `${item}${pick(roll, ["\n", " ", ","])}`)
    .join("");
}

function gap(roll: Sampler): string {
  return pick(roll, ["", " ", "\n", "\t", " # it\n", "// it\n", "/* it */", "\r\n"]);
}

function mutated(text: string, roll: Sampler): string {
  let result = text;
  for (let count = 1 + roll(4); count > 0; count -= 1) {
    const at = roll(result.length + 1);
    const size = roll(6);
    const piece = pick(roll, [
      "",
      "{",
      "}",
      "[",
      "]",
      '"',
      "=",
      ",",
      "<<E\n",
      "/*",
      "\\",
      "${",
      "\0",
      "\ud83d",
      ":",
      "9e9",
    ]);
    const from = roll(result.length + 1);
    const moved = roll(3) === 0 ? result.slice(from, from + size) : piece;
    result = result.slice(0, at) + moved + result.slice(at + size);
  }
  return result;
}

test("random documents are read back unchanged, in any notation", () => {
  for (let seed = 0; seed < 1500; seed += 1) {
    const roll = sampler(seed);
    const document = someFields(roll, 0);
    const text = writtenFields(document, roll);
    expect(plainValue(parseHcl(text)), `seed ${seed}: ${text}`).to.deep.equal(document);
  }
});

test("any JSON object has the same meaning as HCL and as JSON", () => {
  for (let seed = 0; seed < 1500; seed += 1) {
    const document = someFields(sampler(10_000 + seed), 0);
    const text = JSON.stringify(document, undefined, seed % 3);
    expect(plainValue(parseHcl(text)), `seed ${seed}: ${text}`).to.deep.equal(document);
  }
});

test("a broken document is parsed, or refused with a position", () => {
  let refused = 0;
  for (let seed = 0; seed < 6000; seed += 1) {
    const roll = sampler(20_000 + seed);
    const document = someFields(roll, 0);
    const text = mutated(seed % 2 === 0 ? writtenFields(document, roll) : JSON.stringify(document), roll);
    try {
      parseHcl(text);
    } catch (error) {
      if (!(error instanceof HclError)) throw new Error(`seed ${seed}: ${JSON.stringify(text)}`, { cause: error });
      expect(error.message).to.match(/^At \d+:\d+: /);
      refused += 1;
    }
  }
  expect(refused).to.be.within(1000, 5900);
});

test("the cost is linear in the length of the text", () => {
  for (const piece of ["a = 1\n", '"', "\\", "/*", "# ", "<<E\n", "a {", '"${', "[", "a b ", "\n", "0", "- "]) {
    const text = piece.repeat(400_000 / piece.length);
    try {
      parseHcl(text);
    } catch (error) {
      expect(error).to.be.instanceOf(HclError);
    }
  }
});
