// Writes the files generated from the endpoint table, the step definitions, the checkers and schemas: `node .ci/reference.ts`.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suiteTable, suiteVersion } from "#harness/reports/conformance/suite.ts";
import { readRequirements } from "#harness/reports/requirements.ts";
import { derivedFiles } from "./reference/files.ts";
import { checkoutRoot } from "./suite/checkout-root.ts";

for (const [path, text] of Object.entries(await derivedFiles())) {
  writeFileSync(join(checkoutRoot, path), text);
  process.stdout.write(`${path}\n`);
}

// The list of an existing version never changes (CONTRIBUTING.md, "Change a requirement").
const list = `spec/suites/${suiteVersion()}.tsv`;
if (!existsSync(join(checkoutRoot, list))) {
  writeFileSync(join(checkoutRoot, list), suiteTable(readRequirements().values()));
  process.stdout.write(`${list}\n`);
}
