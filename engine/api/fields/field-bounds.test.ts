import { suite, test } from "node:test";
import { expect } from "chai";
import type { z } from "zod";
import { bounded, field } from "../field.ts";
import { parseJson } from "../json.ts";
import { requireWithin } from "./field-bounds.ts";

const refusal = (value: unknown, bounds: { characters: number; items: number }) => {
  try {
    requireWithin(value, bounds);
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
};

suite("bounds of a field", () => {
  test("characters of texts, member names and raw numbers are added up at all levels", () => {
    const bounds = { characters: 6, items: 10 };
    for (const within of ["123456", ["123", "456"], { a: "12345" }, { a: { b: "1234" } }, [["12"], ["34"], "56"]]) {
      expect(refusal(within, bounds), JSON.stringify(within)).to.equal(undefined);
    }
    for (const beyond of ["1234567", ["123", "4567"], { a: "123456" }, { a: { b: "12345" } }, { abcdefg: 1 }]) {
      expect(refusal(beyond, bounds), JSON.stringify(beyond)).to.equal("longer than 6 characters");
    }
    expect(refusal(parseJson("1.0000"), bounds)).to.equal(undefined);
    expect(refusal(parseJson("1.00000"), bounds)).to.equal("longer than 6 characters");
  });

  test("items of arrays and objects are added up at all levels", () => {
    const bounds = { characters: 100, items: 3 };
    for (const within of [[1, 2, 3], { a: 1, b: 2, c: 3 }, [[[]]], { a: { b: [] } }, "1,2,3,4"]) {
      expect(refusal(within, bounds), JSON.stringify(within)).to.equal(undefined);
    }
    for (const beyond of [[1, 2, 3, 4], { a: 1, b: 2, c: 3, d: 4 }, [[[[[]]]]], { a: { b: [1, 2] } }]) {
      expect(refusal(beyond, bounds), JSON.stringify(beyond)).to.equal("more than 3 items");
    }
  });

  test("a value above its bounds is not decoded, and the message contains the bound", () => {
    const beyond: readonly (readonly [z.ZodType, unknown, string])[] = [
      [field.text, "x".repeat(65_537), "longer than 65536 characters"],
      [field.secret, "x".repeat(65_537), "longer than 65536 characters"],
      [field.name, "x".repeat(65_537), "longer than 65536 characters"],
      [field.foldedName, "x".repeat(65_537), "longer than 65536 characters"],
      [field.integer, "1".repeat(1025), "longer than 1024 characters"],
      [field.number, "1".repeat(1025), "longer than 1024 characters"],
      [field.boolean, "1".repeat(1025), "longer than 1024 characters"],
      [field.seconds, "1h".repeat(513), "longer than 1024 characters"],
      [field.duration, "1h".repeat(513), "longer than 1024 characters"],
      [field.list, Array(4097).fill("a"), "more than 4096 items"],
      [field.list, ",".repeat(4096), "more than 4096 items"],
      [field.list, ["x".repeat(262_145)], "longer than 262144 characters"],
      [field.foldedList, ",".repeat(4096), "more than 4096 items"],
      [field.integers, ",".repeat(4096), "more than 4096 items"],
      [field.integers, Array(4097).fill(1), "more than 4096 items"],
      [field.statements, Array(1025).fill("a"), "more than 1024 items"],
      [field.statements, "x".repeat(524_289), "longer than 524288 characters"],
      [field.object, { a: Array(4096).fill(1) }, "more than 4096 items"],
      [field.object, { a: { b: "x".repeat(262_143) } }, "longer than 262144 characters"],
      [field.pairs, ",".repeat(4096), "more than 4096 items"],
      [field.pairs, { a: "x".repeat(262_144) }, "longer than 262144 characters"],
      [bounded.any({ characters: 3, items: 1 }), ["1234"], "longer than 3 characters"],
    ];
    for (const [schema, value, why] of beyond) {
      const { success, error } = schema.safeParse(value);
      expect([success, error?.issues.map(({ message }) => message)], why).to.deep.equal([false, [why]]);
    }
  });

  test("a value at its bound is accepted", () => {
    expect(field.list.parse(Array.from({ length: 4096 }, (_, at) => at))).to.have.length(4096);
    expect(field.list.parse(Array.from({ length: 4096 }, (_, at) => at).join(","))).to.have.length(4096);
    expect(field.text.parse("x".repeat(65_536))).to.have.length(65_536);
    expect(field.document.parse({ a: "x".repeat(1_000_000) })).to.have.keys("a");
    expect(field.longText("the handler's limit").parse("x".repeat(1_000_000))).to.have.length(1_000_000);
  });
});
