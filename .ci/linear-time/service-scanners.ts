import { parseJson } from "#engine/api/json.ts";
import { parseForm } from "#engine/api/requests/form.ts";
import { itemsOf } from "#engine/api/values/list-text.ts";
import { parseTime } from "#engine/api/values/time.ts";
import { parseStrictXml } from "#engine/cloud/login/exchange/strict-xml.ts";
import { readSignedBody } from "#engine/cloud/login/signed-request/signed-body.ts";
import { parseAddressBlock } from "#engine/core/address/address-block.ts";
import { PathMap } from "#engine/core/mounts/path-map.ts";
import { parsePasswordPolicy } from "#engine/core/password-policy/password-policy.ts";
import type { Grant } from "#engine/core/policy/grant.ts";
import { areParametersAllowed } from "#engine/core/policy/parameters.ts";
import { pathPattern } from "#engine/core/policy/path-pattern.ts";
import { parsePolicy } from "#engine/core/policy/policy.ts";
import { Rules } from "#engine/core/policy/rules.ts";
import { filled } from "#engine/core/policy/template.ts";
import { mysqlStatements } from "#engine/database/plugins/mysql/mysql-statements.ts";
import { connectionSettings } from "#engine/database/plugins/postgresql/postgresql-settings.ts";
import { fillStatements } from "#engine/database/sql/placeholders.ts";
import { splitStatements } from "#engine/database/sql/statements.ts";
import { parseUsernameTemplate } from "#engine/database/usernames/username-template.ts";
import { inputsOf, repeated, type Scanner } from "./inputs.ts";

const punctuation = [
  "a",
  " ",
  "\n",
  "\\",
  '"',
  "'",
  "{",
  "{{",
  "}}",
  "(",
  "[",
  ",",
  "=",
  "*",
  "+/",
  "/",
  "#",
  "//",
  "/*",
  "%",
  "0",
  "-",
  ":",
  "\t=",
];
const statementParts = ["'", "\\'", "'\\", '"', "`", ";", "$", "$a$", "/*", "--\n", "{{", "{{name}}", "a"];
const noValues = {} as never;

function lenient(run: (text: string) => unknown): (text: string) => unknown {
  return (text) => {
    try {
      return run(text);
    } catch {
      return undefined;
    }
  };
}

function scanner(
  name: string,
  run: (text: string) => unknown,
  beginnings: readonly string[],
  parts = punctuation,
): Scanner {
  const inputs = Object.assign({}, ...beginnings.map((beginning) => inputsOf(parts, beginning)));
  return { name, inputs, run: lenient(run) };
}

const granted: Grant = {
  capabilities: new Set(["read"]),
  minWrappingSeconds: 0,
  maxWrappingSeconds: 0,
  allowedParameters: new Map(),
  deniedParameters: new Map(),
  requiredParameters: [],
};

function reachMounts(text: string): unknown {
  const lines = text.split("\n");
  const rules = new Rules(lines.map((_, number) => ({ path: `team/${number}/+/a*`, grant: granted })));
  return lines.filter((_, number) => rules.reachBelow(`mount${number}/`));
}

function compareParameters(text: string): unknown {
  const lines = text.split("\n").map((_, number) => `n${number}`);
  const fields = { ...Object.fromEntries(lines.map((name) => [name, 1])), list: lines };
  const rules = {
    allowedParameters: new Map(),
    deniedParameters: new Map([["list", lines.map((name) => `${name}x`)]]),
  };
  return areParametersAllowed({ ...rules, requiredParameters: lines }, fields);
}

export const serviceScanners: readonly Scanner[] = [
  scanner(
    "reading a policy",
    (text) => parsePolicy(text, { characters: 2 ** 24, rules: 2 ** 24, pathCharacters: 2 ** 24 } as never),
    ["", 'path "', 'path "a" { capabilities = ['],
  ),
  scanner("reading a password policy", parsePasswordPolicy, ["", 'rule "charset" { charset = "']),
  scanner("reading a template of usernames", parseUsernameTemplate, ["", "{{", '{{printf "']),
  scanner("splitting statements", (text) => splitStatements([text]), ["", "'"], statementParts),
  scanner("splitting statements of MySQL", (text) => mysqlStatements([text], noValues), ["", "'"], statementParts),
  scanner("filling statements", (text) => fillStatements([text], noValues), [""], statementParts),
  scanner("reading a form", parseForm, [""]),
  scanner("reading JSON", parseJson, ["", "[1.", '["']),
  scanner("reading a list", (text) => itemsOf(text, 2 ** 24), [""]),
  scanner("reading a time", parseTime, ["", "2026-01-01T00:00:00."]),
  scanner("reading a signed body", readSignedBody, [""]),
  scanner("reading XML", parseStrictXml, ["<a>", "<a "], ["<", "<a>", "&", "a", " ", 'a="', "<!--", "<a/>"]),
  scanner("reading an address block", parseAddressBlock, ["", "::"]),
  scanner("reading a pattern of paths", pathPattern, [""]),
  scanner(
    "finding what is mounted above a path",
    (text) => new PathMap([["a/", 1]]).find(text),
    ["", "b/"],
    ["a", "/", "a/"],
  ),
  scanner("filling a template of paths", (text) => filled(text, noValues), ["", "{{"]),
  ...[
    { name: "seeing which mounts rules reach", run: reachMounts },
    { name: "comparing parameters with a policy", run: compareParameters },
  ].map((one): Scanner => ({ ...one, inputs: { "many lines": repeated(`${"a".repeat(31)}\n`) } })),
  scanner("reading connection settings", connectionSettings, ["", "postgresql://", "a='"]),
];
