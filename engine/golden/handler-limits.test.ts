import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { expect } from "chai";
import { maxIdLength } from "../approle/revise-role.ts";
import { maxNonceCharacters } from "../cloud/instance/access-list/reauthentication.ts";
import { maxKeyCharacters } from "../cloud/role/instance-rules.ts";
import { maxTagCharacters } from "../cloud/tag/role-tag.ts";
import * as auditDevice from "../core/audit/device.ts";
import { maxSteps } from "../core/endpoints/capabilities.ts";
import { maxBytes as maxRandomBytes } from "../core/endpoints/tools.ts";
import { maxPolicies } from "../core/identity/changes/limits.ts";
import * as identity from "../core/identity/records/metadata.ts";
import * as namespace from "../core/namespaces/namespace-rules.ts";
import { longest as longestPath } from "../core/naming/path-rule.ts";
import * as password from "../core/password-policy/password-policy.ts";
import { maxComparisons } from "../core/policy/parameters.ts";
import { maxTextLength as longestBatchToken } from "../core/tokens/batch-tokens.ts";
import { maxOpenConnections } from "../database/connections/session-settings.ts";
import { maxCharacters as longestDatabaseName } from "../database/roles/check-name.ts";
import { maxCharacters as longestTemplate } from "../database/usernames/username-template.ts";
import { limits as secretMetadata } from "../kv/versioned/custom-metadata.ts";
import { maxPatchedCharacters } from "../kv/versioned/endpoints/data.ts";
import { maxAddresses } from "../replication/endpoints/addresses.ts";
import { maxPaths } from "../replication/filters/paths-filter.ts";
import * as filters from "../replication/filters/paths-filters.ts";
import { maxBytes as maxShareBytes } from "../seal/share-text.ts";
import { maxShares } from "../seal/sharing.ts";

const pairs = (count: number, name: number, value: number, unit = "characters") =>
  `${count} pairs, ${name} ${unit} in a name, ${value} in a value`;

const rows: readonly (readonly [what: string, limit: string])[] = [
  ["path of a mount or an audit device; name of a policy, an entity or a group", `${longestPath} characters`],
  ["name of a namespace", `${namespace.maxNameLength} characters, ${namespace.maxLevels} levels`],
  ["`custom_metadata` of a namespace", pairs(namespace.maxMetadata, namespace.maxKeyLength, namespace.maxValueLength)],
  ["`policies` of an entity or a group", `${maxPolicies} names`],
  [
    "`metadata` of an entity or a group, `custom_metadata` of an alias",
    pairs(identity.maxPairs, identity.maxNameLength, identity.maxValueLength),
  ],
  [
    "`custom_metadata` of a secret",
    pairs(secretMetadata.keys, secretMetadata.keyBytes, secretMetadata.valueBytes, "bytes"),
  ],
  ["secret that patches make longer", `${maxPatchedCharacters} characters`],
  [
    "password policy",
    `${password.maxCharacters} different characters, passwords of ${password.shortest} to ${password.longest} characters`,
  ],
  ["batch token, with its policies and metadata", `${longestBatchToken} characters`],
  ["`role_id` and `secret_id` of AppRole", `${maxIdLength} characters`],
  ["`nonce` of a cloud login", `${maxNonceCharacters} characters`],
  ["`role_tag` of a cloud role", `${maxKeyCharacters} characters`],
  ["value of a role tag", `${maxTagCharacters} characters`],
  ["name of a database connection, a role or a static user", `${longestDatabaseName} characters`],
  ["`username_template`", `${longestTemplate} characters`],
  ["`max_open_connections`, `max_idle_connections`", String(maxOpenConnections)],
  ["paths filter", `${maxPaths} paths, ${filters.longestId} characters in an id, ${filters.maxFilters} filters`],
  ["`update_primary_addrs`", `${maxAddresses} addresses`],
  ["`paths` of `sys/capabilities`, times the segments of all wildcard rules of the token", String(maxSteps)],
  [
    "items of a request that are compared with `allowed_parameters` and `denied_parameters`, times the wildcards there",
    `${maxComparisons}; a request with more gets 403`,
  ],
  ["unseal key share", `${maxShareBytes} bytes, ${maxShares} shares`],
  [
    "audit device",
    `${auditDevice.maxPathCharacters} characters in \`file_path\`, ${auditDevice.maxPrefixCharacters} in \`prefix\``,
  ],
  ["random bytes of one request", `${maxRandomBytes} bytes`],
];

suite("limits that handlers check", () => {
  test("docs/limits.md lists them", () => {
    const page = readFileSync(new URL("../../docs/limits.md", import.meta.url), "utf8");
    const table = rows.map(([what, limit]) => `| ${what} | ${limit} |\n`).join("");
    expect(page).to.include(`| value | limit |\n|---|---|\n${table}`);
  });
});
