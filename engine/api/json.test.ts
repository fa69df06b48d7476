import { suite, test } from "node:test";
import { expect } from "chai";
import { parseJson, withoutRawNumber } from "./json.ts";

suite("JSON", () => {
  test("numbers keep their notation", () => {
    for (const text of [
      '{"a":1.10}',
      "[1e3,1E+3]",
      "12345678901234567890",
      "[-0,0.10,100.0]",
      '{"x":{"y":[1.0]}}',
      "0.1234567890123456789",
      "[0.0000001,-0.0000000123]",
      "[12345678.123456789,1.234567890123456]",
    ]) {
      expect(JSON.stringify(parseJson(text)), text).to.equal(text);
    }
  });

  test("decimals of any length keep their notation", () => {
    for (let digits = 1; digits <= 24; digits++) {
      for (let point = 0; point < digits; point++) {
        for (const pattern of ["9", "1234567", "0000001", "50"]) {
          const all = pattern.repeat(24).slice(0, digits);
          const text = point === 0 ? `0.${all}` : `${BigInt(all.slice(0, point))}.${all.slice(point)}`;
          for (const signed of [text, `-${text}`]) expect(JSON.stringify(parseJson(signed))).to.equal(signed);
        }
      }
    }
  });

  test("quoted digits stay texts, and plain numbers become numbers", () => {
    expect(parseJson('{"a":"1.10","e":"1e3","n":5}')).to.deep.equal({ a: "1.10", e: "1e3", n: 5 });
  });

  test("a raw number can be converted to a number", () => {
    expect(withoutRawNumber(parseJson("1e3"))).to.equal(1000);
    expect(withoutRawNumber("1e3")).to.equal("1e3");
  });
});
