import { Problem } from "../../api/problem.ts";

type Metadata = Readonly<Record<string, string>>;

/** Values of the caller's entity and its groups that replace directives in templated paths. */
export type TemplateValues = Readonly<{
  /** Cache key that changes whenever a value changes. */
  version: string;
  entity: Readonly<{
    id: string;
    name: string;
    metadata: Metadata;
    aliases: readonly Readonly<{
      id: string;
      name: string;
      mountAccessor: string;
      metadata: Metadata;
      customMetadata: Metadata;
    }>[];
  }>;
  groups: readonly Readonly<{ id: string; name: string; metadata: Metadata }>[];
}>;

/** True if `path` has a directive. Throws a Problem "refused" if its braces are unbalanced. */
export function isTemplate(path: string): boolean {
  return partsOf(path).length > 1;
}

/**
 * Returns the path with its directives replaced by values (reference documentation, "Templated policies"). Undefined if
 * a directive has no value, or its value is empty or contains a wildcard; the path then matches no request.
 */
export function filled(path: string, values: TemplateValues): string | undefined {
  let result = "";
  for (const { directive, text } of partsOf(path)) {
    const value = directive === undefined ? "" : valueFor(directive, values);
    if (value === undefined || (directive !== undefined && value === "") || /[*+]/.test(value)) return undefined;
    result += value + text;
  }
  return result;
}

function partsOf(path: string): readonly { directive: string | undefined; text: string }[] {
  return path.split("{{").map((piece, at) => {
    const [directive = "", text, ...others] = piece.split("}}");
    if (at === 0 ? text !== undefined : text === undefined || others.length > 0) {
      throw new Problem("refused", "failed to validate policy templating: unbalanced templating characters");
    }
    return at === 0 ? { directive: undefined, text: directive } : { directive: directive.trim(), text: text ?? "" };
  });
}

function valueFor(name: string, { entity, groups }: TemplateValues): string | undefined {
  const inEntity = after("identity.entity.", name);
  if (inEntity !== undefined) {
    const inAliases = after("aliases.", inEntity);
    if (inAliases === undefined) return partOf(entity, inEntity);
    const [accessor, part] = splitAtDot(inAliases);
    const alias = entity.aliases.find(({ mountAccessor }) => mountAccessor === accessor);
    return partOf(alias, part);
  }
  const [byId, byName] = [after("identity.groups.ids.", name), after("identity.groups.names.", name)];
  const [wanted, part] = splitAtDot(byId ?? byName ?? "");
  const group = groups.find(({ id, name }) => (byId === undefined ? name : id) === wanted);
  return partOf(group, part);
}

type Described = Readonly<{ id: string; name: string; metadata: Metadata; customMetadata?: Metadata }>;

function partOf(source: Described | undefined, part: string): string | undefined {
  if (!source) return undefined;
  if (part === "id" || part === "name") return source[part];
  const [custom, own] = [after("custom_metadata.", part), after("metadata.", part)];
  const [metadata, key] = custom === undefined ? [source.metadata, own] : [source.customMetadata, custom];
  return key !== undefined && metadata && Object.hasOwn(metadata, key) ? metadata[key] : undefined;
}

function after(beginning: string, text: string): string | undefined {
  return text.startsWith(beginning) ? text.slice(beginning.length) : undefined;
}

function splitAtDot(text: string): readonly [string, string] {
  const dot = text.indexOf(".");
  return dot < 0 ? [text, ""] : [text.slice(0, dot), text.slice(dot + 1)];
}
