/** A path of the endpoint table as OpenAPI spells it: the template, and its parameters with the patterns of what they match. */
export type PathTemplate = Readonly<{ template: string; parameters: readonly PathParameter[] }>;

/** `pattern` is left out where anything goes, slashes too. */
export type PathParameter = Readonly<{ name: string; pattern?: string }>;

/** As the router has it (`engine/api/router.ts`). */
const segment = "^\\w([\\w.-]*\\w)?$";

/** The name of what has none. */
const unnamed = "path";

/** The template of a path such as `roles/:name` or `data/*path`. */
export function pathTemplate(path: string): PathTemplate {
  const parameters: PathParameter[] = [];
  const parts = path.split("/").map((part) => {
    if (!/^[:*]/.test(part)) return part;
    const name = part.slice(1) || unnamed;
    parameters.push(part.startsWith(":") ? { name, pattern: segment } : { name });
    return `{${name}}`;
  });
  return { template: parts.join("/"), parameters };
}
