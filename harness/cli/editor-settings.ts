import type { Catalogue } from "#harness/cli/step-catalogue.ts";

export type EditorFiles = Readonly<{ features: readonly string[]; steps: readonly string[] }>;

/** Files of a repository that has the package installed and steps of its own. */
export const filesOfUsers: EditorFiles = {
  features: ["features/**/*.feature"],
  steps: ["steps/**/*.ts", "node_modules/understudy-harness/scenarios/**/*.ts"],
};

/**
 * Returns settings for Cucumber's extension of Visual Studio Code as JSON, with which it completes and checks sentences.
 */
export function editorSettings({ parameters }: Catalogue, { features, steps }: EditorFiles): string {
  const settings = {
    "cucumber.features": features,
    "cucumber.glue": steps,
    "cucumber.parameterTypes": parameters.map(({ name, regexp }) => ({ name, regexp })),
  };
  // Lists of texts are written in one line, as formatters do.
  const text = JSON.stringify(settings, null, 2).replace(/\[\s+("[^[\]]*")\s+\]/g, (_, items: string) => {
    return `[${items.replace(/,\s+/g, ", ")}]`;
  });
  return `${text}\n`;
}
