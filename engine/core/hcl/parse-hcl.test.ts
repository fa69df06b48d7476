import { test } from "node:test";
import { expect } from "chai";
import { blocksOf, lastValueOf, plainValue } from "./document.ts";
import { parseHcl } from "./parse-hcl.ts";

const plain = (text: string) => plainValue(parseHcl(text));

test("assignments, lists and objects are parsed", () => {
  const text = `a = "x"\nb = [1, -2.5, true, "y",]\nc = { d = 0x1f, "e f" = false }\ng { h = 010 }`;
  expect(plain(text)).to.deep.equal({ a: "x", b: [1, -2.5, true, "y"], c: { d: 31, "e f": false }, g: { h: 8 } });
});

test("comments of all three kinds are skipped, also between a key and its value", () => {
  expect(plain(`# one\na = /* two\n lines */ 1 // three\n/**/ b = 2 # end`)).to.deep.equal({ a: 1, b: 2 });
});

test("escapes are decoded, and interpolations are kept verbatim", () => {
  expect(plain(String.raw`a = "\"\\\n\x41\u00e9\U0001F600\101"`)).to.deep.equal({ a: '"\\\nAé😀A' });
  const interpolation = "$".concat('{b("c\\q{}")} d');
  expect(plain(`a = "${interpolation}"`)).to.deep.equal({ a: interpolation });
});

test("a heredoc keeps its lines; with a dash, the indentation of its closing line is removed", () => {
  expect(plain("a = <<EOF\n  one\n two\nEOF\nb = 1")).to.deep.equal({ a: "  one\n two\n", b: 1 });
  expect(plain("a = <<EOF\n  one\n  EOF\n")).to.deep.equal({ a: "  one\n" });
  expect(plain("a = <<-EOF\n    one\n   two\n  EOF\n")).to.deep.equal({ a: "  one\n two\n" });
  expect(plain("a = <<-EOF\n one\n  two\n  EOF\n")).to.deep.equal({ a: " one\n  two\n" });
});

test("Windows line endings are accepted", () => {
  expect(plain("a = 1\r\nb = <<X\r\ny\r\nX\r\n")).to.deep.equal({ a: 1, b: "y\n" });
});

for (const [form, text] of [
  ["as blocks", `rule "x" { n = 1 }\nrule "x" { n = 2 }`],
  ["as an object", `rule { x { n = 1 } "x" = { n = 2 } }`],
  ["in JSON", `{"rule": {"x": {"n": 1}, "x": {"n": 2}}}`],
  ["as a list in JSON", `{"rule": [{"x": {"n": 1}}, {"x": {"n": 2}}]}`],
] as const) {
  test(`repeated blocks are all returned, ${form}`, () => {
    const blocks = blocksOf(parseHcl(text), "rule") ?? [];
    expect(blocks.map(({ label, value }) => [label, plainValue(value)])).to.deep.equal([
      ["x", { n: 1 }],
      ["x", { n: 2 }],
    ]);
  });
}

test("a block without a label, or with two labels, is refused", () => {
  expect(blocksOf(parseHcl("rule = 1"), "rule")).to.equal(undefined);
  expect(blocksOf(parseHcl(`rule "a" "b" {}`), "rule")).to.equal(undefined);
});

test("the last value of a repeated key is returned", () => {
  expect(lastValueOf(parseHcl("a = 1\na = 2"), "a")).to.equal(2);
});

test("items have line numbers", () => {
  const text = "\n\na = <<X\n1\n2\nX\n/*\n*/ b = [\n1 ]\nc {\n}";
  expect(parseHcl(text).items.map(({ line }) => line)).to.deep.equal([3, 8, 10]);
});

for (const [text, message] of [
  ["not hcl {{", "At 1:10: expected: IDENT | STRING got: LBRACE"],
  ["length {", "At 1:10: object expected closing RBRACE got: EOF"],
  ["a {\n  b = 1\n", "At 3:2: object expected closing RBRACE got: EOF"],
  ["= 1", "At 1:1: no object keys found!"],
  ['a "b" = 1', "At 1:7: nested object expected: LBRACE got: ASSIGN"],
  ["a = 1 }", "At 1:7: expected: IDENT | STRING | ASSIGN | LBRACE got: RBRACE"],
  ['path "x"', `At 1:9: key 'path "x"' expected start of object ('{') or assignment ('=')`],
  ["a {\n b }", `At 2:4: key 'b' expected start of object ('{') or assignment ('=')`],
  ["a = }", "At 1:5: Unknown token: 1:5 RBRACE }"],
  ["a = [1 2]", "At 1:8: error parsing list, expected comma or list end, got: NUMBER"],
  ["a = [,]", "At 1:6: unexpected token while parsing list: COMMA"],
  ['a = "b', "At 1:7: literal not terminated"],
  ['a = "b\n"', "At 1:7: literal not terminated"],
  ['é = "é\\q"', "At 1:8: illegal char escape"],
  ['a = "\\U00110000"', "At 1:7: illegal char escape"],
  ["a = 089", "At 1:5: illegal octal number"],
  ["a ! b", "At 1:3: illegal char"],
  ["/* a", "At 1:5: comment not terminated"],
  ["/ a", "At 1:1: expected '/' for comment"],
  ["a = <X", "At 1:6: heredoc expected second '<', didn't see it"],
  ["a = <<X", "At 1:8: heredoc not terminated"],
  ["a = <<X\nb", "At 2:2: heredoc not terminated"],
  ["a = <<X y\nX\n", "At 1:8: invalid characters in heredoc anchor"],
  ["a = <<\nX\n", "At 1:7: zero-length heredoc anchor"],
  ["a = 1\0", "At 1:6: unexpected null character (0x00)"],
  ['{"a": 1', "At 1:9: object expected closing RBRACE got: EOF"],
  ['{"a" 1}', "At 1:6: expected: COLON got: NUMBER"],
  ['{"a": [1 2]}', "At 1:10: error parsing list, expected comma or list end, got: NUMBER"],
  ['{"a": 1,}', "At 1:9: expected: STRING got: RBRACE"],
  ["{} x", "At 1:4: expected end of document got: IDENT"],
  ["{ # a\n}", "At 1:3: illegal char"],
  ['{"a": b}', "At 1:7: unexpected token: IDENT"],
] as const) {
  test(`${JSON.stringify(text)} is refused with its position`, () => {
    expect(() => parseHcl(text))
      .to.throw(message)
      .with.property("name", "HclError");
  });
}

for (const [kind, open, close] of [
  ["objects", "a {", "}"],
  ["lists", "[", "]"],
  ["JSON objects", '{"a":', "}"],
] as const) {
  test(`${kind} that are nested too deeply are refused without a stack overflow`, () => {
    const prefix = kind === "lists" ? "a = " : "";
    const nest = (depth: number, inner: string) => prefix + open.repeat(depth) + inner + close.repeat(depth);
    const inner = kind === "JSON objects" ? "1" : "";
    expect(() => parseHcl(nest(64, inner))).not.to.throw();
    expect(() => parseHcl(`a = [${"[[]],".repeat(100)}]`)).not.to.throw();
    expect(() => parseHcl(nest(65, inner))).to.throw("nested deeper than 64");
    expect(() => parseHcl(open.repeat(500_000))).to.throw();
  });
}
