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
    ]) {
      expect(JSON.stringify(parseJson(text)), text).to.equal(text);
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
