// Writes the files generated from the endpoint table, the step definitions, the checkers and schemas: `node .ci/reference.ts`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { derivedFiles } from "./reference/files.ts";
import { checkoutRoot } from "./suite/checkout-root.ts";

for (const [path, text] of Object.entries(await derivedFiles())) {
  writeFileSync(join(checkoutRoot, path), text);
  process.stdout.write(`${path}\n`);
}
