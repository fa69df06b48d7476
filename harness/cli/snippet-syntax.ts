/** The parts that are used of cucumber's `ISnippetSyntaxBuildOptions`, which it does not export. */
type SnippetOptions = Readonly<{
  comment: string;
  functionName: string;
  generatedExpressions: readonly Readonly<{
    source: string;
    parameterInfos: readonly Readonly<{ name: string; type: string | null; count: number }>[];
  }>[];
  stepParameterNames: readonly string[];
}>;

const types: Readonly<Record<string, string>> = { Number: "number", BigInt: "bigint", dataTable: "DataTable" };

/** Format of the definitions that cucumber suggests for unknown sentences: TypeScript with the type of the world. */
// biome-ignore lint/style/noDefaultExport: cucumber loads the default export of the file.
export default class SnippetSyntax {
  build({ comment, functionName, generatedExpressions: [best], stepParameterNames }: SnippetOptions): string {
    const parameters = [
      "this: RehearsalWorld",
      ...(best?.parameterInfos ?? []).map(
        ({ name, type, count }) => `${identifier(name)}${count === 1 ? "" : count}: ${types[type ?? ""] ?? "string"}`,
      ),
      ...stepParameterNames.map((name) => `${name}: ${types[name] ?? "string"}`),
    ];
    return [
      `${functionName}(${JSON.stringify(best?.source ?? "")}, async function (${parameters.join(", ")}) {`,
      `  // ${comment}`,
      '  return "pending";',
      "});",
    ].join("\n");
  }
}

function identifier(name: string): string {
  return name.replaceAll(/\s(\w)/g, (_, letter: string) => letter.toUpperCase());
}
