import { suite, test } from "node:test";
import { expect } from "chai";
import { parseJson } from "../json.ts";
import { outlineOf } from "../values/json-outline.ts";
import { itemsOf } from "../values/list-text.ts";
import { parseBody } from "./body.ts";
import { usualRequestLimits } from "./request-limits.ts";

const json = "application/json";
const form = "application/x-www-form-urlencoded";
const mebibyte = 1024 * 1024;
const unlimited = { nestingLevels: Number.POSITIVE_INFINITY, bodyValues: Number.POSITIVE_INFINITY };

function refusal(text: string, type: string): Readonly<{ message: string; parsed: boolean }> {
  const [parse, decode] = [JSON.parse, globalThis.decodeURIComponent];
  let parsed = false;
  const noting =
    <Argument extends unknown[], Result>(original: (...given: Argument) => Result) =>
    (...given: Argument): Result => {
      parsed = true;
      return original(...given);
    };
  JSON.parse = noting(parse);
  globalThis.decodeURIComponent = noting(decode);
  try {
    parseBody(text, type, usualRequestLimits);
    return { message: "none", parsed };
  } catch (error) {
    return { message: (error as Error).message, parsed };
  } finally {
    JSON.parse = parse;
    globalThis.decodeURIComponent = decode;
  }
}

suite("bodies that cost more than their length suggests", () => {
  const tooMany = "error parsing JSON: more than 53248 values and names";
  const tooLong = "error parsing JSON: more than 1703936 characters outside of texts";
  for (const [claim, text, type, message] of [
    ["numbers with one in unusual notation", `{"a":[1.0${",1".repeat(8 * mebibyte)}]}`, json, tooMany],
    ["names", `{${Array.from({ length: 40_000 }, (_, index) => `"k${index}":1`).join()}}`, json, tooMany],
    ["empty arrays", `[${"[],".repeat(70_000)}[]]`, json, tooMany],
    ["objects after texts that contain quotes", `{"a\\"":["\\\\",${'{"b":{}},'.repeat(40_000)}1]}`, json, tooMany],
    ["adjacent texts", `{"a":${'""'.repeat(70_000)}}`, json, tooMany],
    ["digits", `{"a":${"123456789012345x".repeat(200_000)}}`, json, tooLong],
    ["blanks", `{${" ".repeat(3 * mebibyte)}}`, json, tooLong],
    ["characters that are not JSON", "x=y&".repeat(mebibyte), json, tooLong],
    ["pairs", "%41=%41&".repeat(100_000), form, "a form may hold 26624 pairs"],
    ["empty pairs", "&".repeat(mebibyte), form, "a form may hold 26624 pairs"],
    [
      "plus signs in a form",
      `a=${"+".repeat(8 * mebibyte)}`,
      form,
      "a form may be 1048576 characters long; what is longer has to be JSON",
    ],
  ] as const) {
    test(`too many ${claim} are refused before parsing`, () => {
      expect(refusal(text, type)).to.deep.equal({ message, parsed: false });
    });
  }

  test("the maximum is parsed, and long texts do not count as structure", () => {
    const ids = Array.from({ length: 50_000 }, (_, index) => `e${index}`);
    expect(parseBody(JSON.stringify({ member_entity_ids: ids }), json, usualRequestLimits)).to.deep.equal({
      member_entity_ids: ids,
    });
    const text = '{[,:"\\'.repeat(300_000);
    const value = { [text]: text, 'a"': ["\\", '\\"', 1] };
    expect(parseBody(JSON.stringify(value), form, usualRequestLimits)).to.deep.equal(value);
    const rows = Array.from({ length: 10_000 }, (_, index) => [index / 7, { n: index }]);
    const indented = JSON.stringify({ a: [[rows]] }, undefined, 2);
    expect(parseBody(indented, json, usualRequestLimits)).to.deep.equal({ a: [[rows]] });
    const pairs = Array.from({ length: 26_624 }, (_, index) => `k${index}=+`).join("&");
    expect(Object.keys(parseBody(pairs, form, usualRequestLimits))).to.have.length(26_624);
  });

  test("numbers after long texts keep their notation, and quoted digits are no numbers", () => {
    const quoted = '1.10 1e3 \\" 12345678901234567890'.repeat(2_000);
    const text = `{"a":"${quoted}","n":1.10,"b":["${quoted}\\\\",1e3]}`;
    expect(JSON.stringify(parseJson(text))).to.equal(text);
    expect(outlineOf(text, unlimited).unquoted).to.equal("{:,:1.10,:[,1e3]}");
  });

  test("unterminated texts are refused", () => {
    for (const text of ['"', '"\\', '{"a', '{"a\\"', '"\\\\\\']) {
      const long = text.padStart(140_000);
      expect(refusal(long, json).message, text).to.equal("error parsing JSON");
    }
  });

  test("items of comma-separated text are counted before the text is split", () => {
    expect(itemsOf("a,b,,", 4)).to.deep.equal(["a", "b", "", ""]);
    expect(() => itemsOf("a,b,,", 3)).to.throw("more than 3 items");
  });
});
