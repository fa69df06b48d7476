// Writes the files generated from the endpoint table, the step definitions, the checkers and the schema of conformance
// reports, and the list of a new version of the suite: `node .ci/reference.ts`.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suiteTable, suiteVersion } from "#harness/reports/conformance/suite.ts";
import { readRequirements } from "#harness/reports/requirements.ts";
import { derivedFiles } from "./reference/files.ts";
import { checkoutRoot } from "./suite/checkout-root.ts";

const list = `spec/suites/${suiteVersion()}.tsv`;
// The list of a version that exists never changes.
const lists = existsSync(join(checkoutRoot, list)) ? {} : { [list]: suiteTable(readRequirements().values()) };

for (const [path, text] of Object.entries({ ...(await derivedFiles()), ...lists })) {
  writeFileSync(join(checkoutRoot, path), text);
  process.stdout.write(`${path}\n`);
}
