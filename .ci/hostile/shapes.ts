export type Value = string | number | boolean | null | readonly Value[] | Readonly<{ [name: string]: Value }>;

/**
 * A shape of hostile values. `of` returns a value of about `bytes` bytes of JSON and, for some, at most `values` items.
 */
export type Shape = Readonly<{ name: string; of: (bytes: number, values?: number) => Value }>;

function repeated(unit: string, bytes: number): string {
  const each = Buffer.byteLength(JSON.stringify(unit)) - 2;
  return unit.repeat(Math.max(1, Math.floor(bytes / each)));
}

function counted(text: (number: number) => string, bytes: number): string {
  const parts: string[] = [];
  for (let length = 0, number = 0; length < bytes; number += 1) {
    const part = text(number);
    parts.push(part);
    length += Buffer.byteLength(JSON.stringify(part)) - 2;
  }
  return parts.join("");
}

function around(before: string, unit: string, after = ""): Shape["of"] {
  return (bytes) => before + repeated(unit, bytes - before.length - after.length) + after;
}

/** Returns a shape of base64-encoded BER: as many of `element` as fit, after the bytes `nesting`. */
function ber(element: readonly number[], nesting: readonly number[] = []): Shape["of"] {
  return (bytes) => {
    const room = Math.floor((bytes * 3) / 4) - nesting.length;
    const all = Buffer.alloc(room + nesting.length);
    all.set(nesting);
    for (let at = nesting.length; at + element.length <= all.length; at += element.length) all.set(element, at);
    return all.toString("base64");
  };
}

function base64(inner: Shape["of"]): Shape["of"] {
  return (bytes) => Buffer.from(String(inner(Math.floor((bytes * 3) / 4)))).toString("base64");
}

/** PKCS#7 signed data up to the parsed elements: ContentInfo and SignedData, all of indefinite length. */
const signedData = [
  0x30, 0x80, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02, 0xa0, 0x80, 0x30, 0x80,
];

const units: readonly (readonly [name: string, unit: string])[] = [
  ["one letter", "a"],
  ["digits", "7"],
  ["blanks", " "],
  ["newlines", "\n"],
  ["backslashes", "\\"],
  ["double quotes", '"'],
  ["single quotes", "'"],
  ["escaped quotes", '\\"'],
  ["dollar signs", "$"],
  ["percent escapes", "%41"],
  ["percent signs", "%"],
  ["commas", ","],
  ["equals signs", "="],
  ["slashes", "/"],
  ["dots", "."],
  ["colons", ":"],
  ["at signs", "@"],
  ["hyphens", "-"],
  ["braces", "{"],
  ["closing braces", "}"],
  ["brackets", "["],
  ["parentheses", "("],
  ["asterisks", "*"],
  ["plus signs", "+"],
  ["letters beyond ASCII", "é"],
  ["letters that fold", "İ"],
  ["emoji", "😀"],
  ["null characters", "\0"],
  ["lone surrogates", "\ud800"],
];

const formats: readonly Shape[] = [
  ...units.map(([name, unit]): Shape => ({ name, of: around("", unit) })),
  { name: "items", of: around("a", ",a") },
  { name: "different items", of: (bytes) => counted((number) => `i${number},`, bytes) },
  { name: "pairs", of: (bytes) => counted((number) => `n${number}=v,`, bytes) },
  { name: "form", of: (bytes) => counted((number) => `n${number}=v&`, bytes) },
  { name: "lines", of: around("a: b", "\na: b") },
  { name: "path", of: around("a", "/a") },
  { name: "path with wildcards", of: around("a", "/+", "/*") },
  { name: "dotted name", of: around("a", ".a") },
  { name: "words of dots and hyphens", of: around("a", ".-", "!") },
  { name: "addresses of users", of: around("", "a://b:c@d ") },
  { name: "schemes", of: around("", "a://b:") },
  { name: "ARN", of: around("arn:aws:iam::123456789012:role/", "a/", "*") },
  { name: "address blocks", of: around("10.0.0.0/8", ",10.0.0.0/8") },
  { name: "IPv6 address", of: around("::", "0:", "/128") },
  { name: "durations", of: around("", "1h") },
  { name: "long number", of: around("1", "0") },
  { name: "decimal places", of: around("1.", "0", "1") },
  { name: "templates", of: around("", "{{name}}") },
  { name: "opened templates", of: around("", "{{") },
  { name: "template functions", of: around("", '{{printf "%s" .RoleName | truncate 1}}') },
  { name: "pipes in a template", of: around("{{.RoleName", " | lowercase", "}}") },
  { name: "dollar quote tags", of: (bytes) => counted((number) => `$t${number}$`, bytes) },
  { name: "dollar quotes", of: around("", "$$a$$") },
  { name: "quoted literals", of: around("SELECT ", "'a',", "1") },
  { name: "passwords in a statement", of: around("", "PASSWORD 'correct horse' ") },
  { name: "statements", of: around("", "SELECT 1;") },
  { name: "comments", of: around("", "/*") },
  {
    name: "policy rules",
    of: (bytes) => counted((number) => `path "p${number}" { capabilities = ["read"] }\n`, bytes),
  },
  { name: "nested blocks", of: around("", 'path "a" {') },
  { name: "lists in a policy", of: around('path "a" { capabilities = [', '"read",', "] }") },
  { name: "long path in a policy", of: around('path "', "a", '" { capabilities = ["read"] }') },
  { name: "character sets", of: around("length = 20 ", 'rule "charset" { charset = "abc" } ') },
  { name: "long character set", of: around('length = 20 rule "charset" { charset = "', "a", '" }') },
  { name: "heredoc", of: around('path "a" { x = <<E', "\nE ", "\nE\n}") },
  { name: "PEM headers", of: around("", "-----BEGIN CERTIFICATE-----\n") },
  { name: "PEM keys", of: around("", "-----BEGIN PRIVATE KEY-----\n") },
  { name: "PEM blocks", of: around("", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n") },
  { name: "long PEM block", of: around("-----BEGIN CERTIFICATE-----\n", "A", "\n-----END CERTIFICATE-----\n") },
  {
    name: "PEM of elements",
    of: (bytes) => `-----BEGIN CERTIFICATE-----\n${ber([5, 0])(bytes - 56)}\n-----END CERTIFICATE-----\n`,
  },
  { name: "JSON: nested arrays", of: around("", "[") },
  { name: "JSON: closed arrays", of: (bytes) => "[".repeat(bytes / 2) + "]".repeat(bytes / 2) },
  { name: "JSON: nested objects", of: around("", '{"a":') },
  { name: "JSON: numbers", of: around("[1", ",1", "]") },
  { name: "JSON: members", of: (bytes) => `{${counted((number) => `"m${number}":1,`, bytes - 10)}"z":1}` },
  { name: "JSON: long text", of: around('{"a":"', "a", '"}') },
  { name: "JSON: text in text", of: around('["', "\\\\", '"]') },
  { name: "signature", of: around("AWS4-HMAC-SHA256 Credential=", "a/", ", SignedHeaders=a, Signature=b") },
  {
    name: "signed headers",
    of: around("AWS4-HMAC-SHA256 Credential=a/b/c/d/e, SignedHeaders=", "a;", ", Signature=b"),
  },
  { name: "bearer tokens", of: around("", "Bearer aaaaaa ") },
  { name: "tokens", of: around("", "hvs.aaaaaaaaaaaaaaaaaaaa ") },
  { name: "one token", of: around("hvs.aaaaaaaaaaaaaaaaaaaaaaaa", ".a") },
  { name: "JWT", of: around("eyJaaaaaaaaa.", "a.") },
  { name: "access keys", of: around("", "AKIAAAAAAAAAAAAAAAAA ") },
  { name: "quoted fields", of: around("", '"a":"b",') },
  { name: "opened field and backslashes", of: around(':="', "\\") },
  { name: "opened secret and backslashes", of: around('"password":"', "\\") },
  { name: "opened quotes of fields", of: around("", '\\"a\\":\\"') },
  { name: "settings of a connection", of: around("", "host=a password='b' ") },
  { name: "URL", of: around("https://a/", "%41") },
  { name: "URL with a query", of: around("https://a/?", "a=b&") },
  { name: "connection URL with templates", of: around("postgresql://", "{{username}}:{{password}}@") },
  { name: "XML", of: around("", "<a>") },
  { name: "base64", of: around("", "QUFB") },
  { name: "base64 of headers", of: base64((bytes) => `{"a":["${"x".repeat(bytes)}"]}`) },
  {
    name: "base64 of many headers",
    of: base64((bytes) => `{${counted((number) => `"h${number}":"a",`, bytes)}"z":"a"}`),
  },
  { name: "base64 of many values", of: base64((bytes) => `{"Authorization":["a"${repeated(',"a"', bytes)}]}`) },
  { name: "base64 of a URL", of: base64((bytes) => `https://sts.amazonaws.com/?${"a=b&".repeat(bytes / 4)}`) },
  { name: "BER elements", of: ber([5, 0]) },
  { name: "BER elements in a sequence", of: ber([5, 0], [0x30, 0x80]) },
  { name: "BER elements in signed data", of: ber([5, 0], signedData) },
  { name: "BER nesting", of: ber([0x30, 0x80]) },
  { name: "BER pieces of a text", of: ber([4, 0], [0x24, 0x80]) },
  { name: "long tag", of: ber([0xff]) },
  { name: "hexadecimal", of: around("", "0f") },
];

/** Names of shapes that are not for text fields: they resemble others or are meant for lists and numbers. */
const rare: ReadonlySet<string> = new Set([
  ...[
    "closing braces",
    "parentheses",
    "hyphens",
    "emoji",
    "letters beyond ASCII",
    "newlines",
    "form",
    "lines",
    "schemes",
  ],
  ...[
    "address blocks",
    "long number",
    "decimal places",
    "dollar quotes",
    "comments",
    "PEM headers",
    "PEM blocks",
    "heredoc",
  ],
  ...["opened secret and backslashes", "settings of a connection", "hexadecimal", "BER elements in a sequence", "JWT"],
]);

export const texts: readonly Shape[] = formats.filter(({ name }) => !rare.has(name));

/** Arrays and objects, which fields for single values refuse. */
const misfits: readonly Shape[] = [
  { name: "array of texts", of: (bytes) => Array.from({ length: countOf(bytes, 4) }, () => "a") },
  { name: "nested arrays", of: (bytes) => nested(bytes, (value) => [value]) },
  { name: "nested objects", of: (bytes) => nested(bytes, (value) => ({ a: value })) },
  {
    name: "object of members",
    of: (bytes) => Object.fromEntries(numbered(bytes, 12).map((number) => [`m${number}`, 1])),
  },
];

/** Shapes for numbers, booleans and durations. These fields accept some texts. */
export const scalars: readonly Shape[] = [
  ...misfits,
  ...named(
    "one letter",
    "digits",
    "blanks",
    "hyphens",
    "durations",
    "long number",
    "decimal places",
    "letters that fold",
  ),
];

export const lists: readonly Shape[] = [
  ...misfits,
  ...named(
    ...[
      "items",
      "different items",
      "commas",
      "blanks",
      "pairs",
      "one letter",
      "dollar quote tags",
      "templates",
      "backslashes",
    ],
    ...["JSON: nested arrays", "ARN", "address blocks", "IPv6 address", "percent escapes", "path with wildcards"],
    ...[
      "PEM headers",
      "statements",
      "passwords in a statement",
      "quoted fields",
      "policy rules",
      "opened field and backslashes",
    ],
  ),
  ...(
    [
      ["paths", (number) => `p${number}/a`],
      ["paths with wildcards", (number) => `p${number}/+/*`],
      ["address blocks", (number) => `10.${(number >> 8) & 255}.${number & 255}.0/24`],
      ["ARNs", (number) => `arn:aws:iam::123456789012:role/r${number}*`],
      ["pairs", (number) => `n${number}=v`],
      ["statements", (number) => `SELECT $t${number}$`],
      ["origins", (number) => `https://h${number}.test`],
    ] as const satisfies readonly (readonly [string, (number: number) => string])[]
  ).map(
    ([name, item]): Shape => ({
      name: `array of ${name}`,
      of: (bytes) => numbered(bytes, 3 + item(10_000).length).map(item),
    }),
  ),
  ...named("one letter", "path", "asterisks", "dollar quote tags").map(
    ({ name, of }): Shape => ({ name: `array of one long item: ${name}`, of: (bytes) => [of(bytes)] }),
  ),
  { name: "arrays as deep as may be", of: (bytes, values) => nested(bytes, (value) => [value], values) },
  { name: "array of as many texts as may be", of: filled },
  { name: "as many texts between commas as may be", of: (bytes, values) => filled(bytes, values).join(",") },
  { name: "array of blank items", of: (bytes) => Array.from({ length: countOf(bytes, 4) }, () => " ") },
  { name: "array of numbers", of: (bytes) => numbered(bytes, 6) },
];

export const objects: readonly Shape[] = [
  ...misfits,
  { name: "objects as deep as may be", of: (bytes, values) => nested(bytes, (value) => ({ a: value }), values) },
  {
    name: "object of as many texts as may be",
    of: (bytes, values) =>
      Object.fromEntries(filled(bytes, values, 18).map((text, number) => [`m${number}`, text.slice(9)])),
  },
  { name: "object of one long text", of: (bytes) => ({ a: "a".repeat(bytes) }) },
  { name: "object of one long name", of: (bytes) => ({ ["a".repeat(bytes)]: "a" }) },
  {
    name: "object of texts",
    of: (bytes) => Object.fromEntries(numbered(bytes, 14).map((number) => [`m${number}`, "v"])),
  },
  { name: "object of arrays", of: (bytes) => ({ a: Array.from({ length: countOf(bytes, 2) }, () => 1) }) },
  {
    name: "object of objects",
    of: (bytes) => Object.fromEntries(numbered(bytes, 14).map((number) => [`m${number}`, {}])),
  },
  { name: "object of dotted names", of: (bytes) => ({ [repeated("a.", bytes)]: 1 }) },
  { name: "object of a text of JSON", of: (bytes) => ({ a: "[".repeat(bytes) }) },
  ...named("pairs", "JSON: members", "JSON: nested arrays", "one letter", "equals signs"),
  ...named("opened field and backslashes", "backslashes", "quoted fields", "addresses of users").map(
    ({ name, of }): Shape => ({ name: `object of ${name}`, of: (bytes) => ({ a: of(bytes) }) }),
  ),
];

export const headShapes: readonly Shape[] = formats.filter(({ of }) => /^[\x20-\x7e]+$/.test(String(of(400))));

export const lineShapes: readonly Shape[] = named(
  ...[
    "one letter",
    "percent signs",
    "backslashes",
    "slashes",
    "dots",
    "hyphens",
    "asterisks",
    "plus signs",
    "letters that fold",
  ],
  ...["path", "dotted name", "words of dots and hyphens", "ARN", "addresses of users", "one token", "quoted fields"],
  ...["opened field and backslashes", "JSON: nested arrays"],
);

/** Bodies with their content type that replace the whole body of a request. */
export const rawBodies: readonly Readonly<{ name: string; type?: string; of: (bytes: number) => string }>[] = [
  { name: "broken JSON: arrays", of: (bytes) => "[".repeat(bytes) },
  { name: "broken JSON: objects", of: (bytes) => repeated('{"a":', bytes) },
  { name: "broken JSON: quotes", of: (bytes) => '"'.repeat(bytes) },
  { name: "broken JSON: opened text", of: (bytes) => `{"a":"${"\\".repeat(bytes)}` },
  { name: "broken JSON: opened field and backslashes", of: (bytes) => `:="${"\\".repeat(bytes)}` },
  { name: "broken JSON: commas", of: (bytes) => `{${",".repeat(bytes)}` },
  { name: "broken JSON: escaped quotes", of: (bytes) => repeated('\\"', bytes) },
  { name: "JSON: blanks", of: (bytes) => `{${" ".repeat(bytes)}}` },
  { name: "JSON: a long number", of: (bytes) => `{"a":1${"0".repeat(bytes)}}` },
  { name: "JSON: nesting", of: (bytes) => `{"a":${"[".repeat(bytes / 2)}${"]".repeat(bytes / 2)}}` },
  { name: "JSON: numbers", of: (bytes) => `{"a":[1${",1".repeat(bytes / 2)}]}` },
  { name: "JSON: odd numbers", of: (bytes) => `{"a":[1.10${",1.10".repeat(bytes / 5)}]}` },
  { name: "JSON: escapes", of: (bytes) => `{"a":"${"\\u0041".repeat(bytes / 6)}"}` },
  { name: "JSON: one name many times", of: (bytes) => `{"a":1${',"a":1'.repeat(bytes / 6)}}` },
  {
    name: "JSON: secrets under secret names",
    of: (bytes) => `{${counted((number) => `"t${number}":{"password":"p${number}aaaaaa"},`, bytes)}"z":1}`,
  },
  { name: "letters", of: (bytes) => "a".repeat(bytes) },
  { name: "backslashes", of: (bytes) => "\\".repeat(bytes) },
  { name: "bytes that are no UTF-8", of: (bytes) => "\ufffd".repeat(bytes / 3) },
  { name: "form: ampersands", type: "application/x-www-form-urlencoded", of: (bytes) => "&".repeat(bytes) },
  {
    name: "form: pairs",
    type: "application/x-www-form-urlencoded",
    of: (bytes) => counted((number) => `n${number}=v&`, bytes),
  },
  { name: "form: one name", type: "application/x-www-form-urlencoded", of: (bytes) => "a=b&".repeat(bytes / 4) },
  { name: "form: plus signs", type: "application/x-www-form-urlencoded", of: (bytes) => `a=${"+".repeat(bytes)}` },
  { name: "form: escapes", type: "application/x-www-form-urlencoded", of: (bytes) => `a=${"%41".repeat(bytes / 3)}` },
  { name: "form: percent signs", type: "application/x-www-form-urlencoded", of: (bytes) => "%".repeat(bytes) },
];

function named(...names: readonly string[]): readonly Shape[] {
  return chosen(formats, ...names);
}

/** Throws if a shape does not exist. */
export function chosen(shapes: readonly Shape[], ...names: readonly string[]): readonly Shape[] {
  return names.map((name) => {
    const found = shapes.find((shape) => shape.name === name);
    if (!found) throw new Error(`no shape is called ${name}`);
    return found;
  });
}

function countOf(bytes: number, each: number): number {
  return Math.max(1, Math.min(Math.floor(bytes / each), maxValues));
}

function numbered(bytes: number, each: number): readonly number[] {
  return Array.from({ length: Math.min(countOf(bytes, each), maxValues / 2) }, (_, number) => number);
}

/** Maximum number of values: slightly below `bodyValues` in docs/limits.md, so that this limit does not apply. */
const maxValues = 53_000;

/** Maximum nesting: slightly less than `nestingLevels` in docs/limits.md, because other levels surround the value. */
const deepest = 4_990;

function nested(bytes: number, wrap: (value: Value) => Value, values = maxValues): Value {
  const levels = Math.min(deepest, values, Math.ceil(bytes / 6));
  let value: Value = "a".repeat(Math.max(1, bytes - 6 * levels));
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
}

function filled(bytes: number, values = maxValues, each = 9): readonly string[] {
  const count = Math.max(1, Math.min(values - 1, Math.floor(bytes / each)));
  const length = Math.floor(bytes / count) - 3;
  return Array.from({ length: count }, (_, number) => String(number).padEnd(length, "i"));
}
