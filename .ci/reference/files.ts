import { editorSettings } from "#harness/cli/editor-settings.ts";
import { catalogue } from "#harness/cli/step-catalogue.ts";
import { conformanceJsonSchema, schemaFile } from "#harness/reports/conformance/schema.ts";
import { checkersPage } from "../checkers/checkers-page.ts";
import { stepsPage } from "../steps/steps-page.ts";
import { clientTypes } from "./client-types.ts";
import { describe } from "./described.ts";
import { referencePage } from "./page.ts";

/** Returns the files that are generated from the endpoints, the step definitions, the checkers and schemas: contents by path. */
export async function derivedFiles(): Promise<Readonly<Record<string, string>>> {
  const [described, known] = [await describe(), await catalogue()];
  return {
    "docs/reference.md": referencePage(described),
    "client/api.d.ts": clientTypes(described),
    "docs/steps.md": stepsPage(known),
    ".vscode/settings.json": editorSettings(known, {
      features: ["features/**/*.feature"],
      steps: ["scenarios/**/*.ts"],
    }),
    "docs/checkers.md": checkersPage(),
    [schemaFile]: conformanceJsonSchema(),
  };
}
