/** OpenAPI form of an endpoint path: the template `roles/{name}` for `roles/:name`, and the path parameters. */
export type PathTemplate = Readonly<{ template: string; parameters: readonly PathParameter[] }>;

/** A path parameter. Without a `pattern`, it matches any nonempty text, including slashes. */
export type PathParameter = Readonly<{ name: string; pattern?: string }>;

const segment = "^\\w([\\w.-]*\\w)?$";

const unnamed = "path";

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
