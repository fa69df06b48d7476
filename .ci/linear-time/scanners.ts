import { memoryStore } from "#engine/stores/memory-store.ts";
import { Canaries } from "#harness/history/canaries.ts";
import { maskedStatement } from "#harness/history/masked-statement.ts";
import { maskSecrets } from "#harness/masking/mask.ts";
import { maskText } from "#harness/masking/mask-text.ts";
import { inputsOf, repeated, type Scanner } from "./inputs.ts";
import { serviceScanners } from "./service-scanners.ts";

const maskParts = [
  ...[
    "a",
    "-",
    "\\",
    '"',
    "'",
    ":",
    "=",
    " ",
    "@",
    "x://",
    "x://a:",
    "a://b:c",
    "a:'",
    "%41",
    '\\"a\\":',
    "a=",
    "a: \\'",
  ],
  ...["-eyJ", "-eyJaaaaaaaa.", "-s.", "-----BEGIN ", "-----BEGIN PRIVATE KEY-----", "Bearer ", "Signature="],
  ...['"token":"', '"token":\\"', "token='", "token:`", "token=x"],
];
const statementParts = [
  "a",
  "'",
  "''",
  "\\'",
  "'\\",
  '"',
  "$",
  "$a$",
  "/*",
  "-- ",
  "--\n",
  "PASSWORD 'a' ",
  "PASSWORD FOR ",
];
const tags = (size: number) => Array.from({ length: size / 8 }, (_, index) => `$tag${index}$`).join("");

export const scanners: readonly Scanner[] = [
  ...serviceScanners,
  {
    name: "listing below each of many recently written keys",
    inputs: { "one key of eight characters each": (size) => "x".repeat(size) },
    run: async ({ length }) => {
      const { commit, range } = memoryStore();
      const keys = Array.from({ length: length / 8 }, (_, number) => `key/${number}/`);
      await commit(keys.map((key) => ({ key, value: "" })));
      for (const key of keys) await range({ prefix: key, limit: 1 });
    },
  },
  {
    name: "masking a text",
    inputs: { ...inputsOf(maskParts), ...inputsOf(maskParts, ':="'), ...inputsOf(maskParts, '"token":\\"') },
    run: (text) => maskText(text),
  },
  {
    name: "masking a secret that is known",
    inputs: {
      "of one letter": (size) => "a".repeat(size),
      "of one letter but for one": (size) => `${"a".repeat(size / 16)}b${"a".repeat(size / 16)}c`,
    },
    run: (text) => maskText("a".repeat(text.length), [text, text.slice(0, text.length / 8), text.slice(1)]),
  },
  { name: "masking JSON in a text", inputs: inputsOf(['"', "\\", "a"], '{"a":"{'), run: (text) => maskSecrets(text) },
  {
    name: "looking for secrets",
    inputs: {
      "that begin alike": (size) => `${"a".repeat(size / 2)}b`,
      "that end alike": (size) => `b${"a".repeat(size / 2)}`,
    },
    run: (text) => {
      const canaries = new Canaries();
      canaries.add(text);
      return canaries.in("a".repeat(text.length));
    },
  },
  {
    name: "looking for many secrets",
    inputs: { "that end alike": repeated("a") },
    run: (text) => {
      const canaries = new Canaries();
      for (let count = 0; count < text.length / 64; count += 1) canaries.add(`${count} ${"a".repeat(60)}`);
      return canaries.in(text);
    },
  },
  ...["PostgreSQL", "MariaDB"].map((product) => ({
    name: `masking a statement of ${product}`,
    inputs: { ...inputsOf(statementParts), ...inputsOf(statementParts, "'"), "tags that differ": tags },
    run: (statement: string) => maskedStatement(statement, { hasDoubleQuotes: product === "MariaDB" }),
  })),
];
