import { Problem } from "../../api/problem.ts";

type Metadata = Readonly<Record<string, string>>;

/** Values of a caller's entity, for templated paths. */
export type TemplateValues = Readonly<{
  /** Another one whenever any of the values is another; what was made ready for this version is used again. */
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

/** Whether `path` has something in double braces. Throws a Problem "refused" when the braces do not match. */
export function isTemplate(path: string): boolean {
  return partsOf(path).length > 1;
}

/**
 * The path with values in place of its directives (reference documentation, "Templated policies"). Undefined when there is no value
 * for one of them, or when a value would act as a wildcard: the path then matches no client.
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

/** What stands before the first directive, then each directive with what follows it. */
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
    const [accessor, part] = parted(inAliases);
    const alias = entity.aliases.find(({ mountAccessor }) => mountAccessor === accessor);
    return partOf(alias, part);
  }
  const [byId, byName] = [after("identity.groups.ids.", name), after("identity.groups.names.", name)];
  const [wanted, part] = parted(byId ?? byName ?? "");
  const group = groups.find(({ id, name }) => (byId === undefined ? name : id) === wanted);
  return partOf(group, part);
}

type Described = Readonly<{ id: string; name: string; metadata: Metadata; customMetadata?: Metadata }>;

function partOf(thing: Described | undefined, part: string): string | undefined {
  if (!thing) return undefined;
  if (part === "id" || part === "name") return thing[part];
  const [custom, own] = [after("custom_metadata.", part), after("metadata.", part)];
  const [metadata, key] = custom === undefined ? [thing.metadata, own] : [thing.customMetadata, custom];
  return key !== undefined && metadata && Object.hasOwn(metadata, key) ? metadata[key] : undefined;
}

function after(beginning: string, text: string): string | undefined {
  return text.startsWith(beginning) ? text.slice(beginning.length) : undefined;
}

function parted(text: string): readonly [string, string] {
  const dot = text.indexOf(".");
  return dot < 0 ? [text, ""] : [text.slice(0, dot), text.slice(dot + 1)];
}
