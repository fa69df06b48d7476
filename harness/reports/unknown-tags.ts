import type { LocatedTag } from "#harness/reports/located-tags.ts";
import { presentName } from "#harness/stages/earlier-names.ts";
import { isCapability, reasons } from "#harness/stages/missing-capability.ts";
import type { Capability } from "#harness/stages/stage.ts";

const requirementTag = /^@(CORE|CLOUD|DB|REPL|OWN)-[A-Z0-9]+-\d+$/;
const needPrefix = "@needs-";

/** The requirement, or the rule beyond the documents, that a tag names, without `@`; undefined for other tags. */
export function requirementIdOf(tag: string): string | undefined {
  return requirementTag.test(tag) ? tag.slice(1) : undefined;
}

/** The capability that a tag says its scenario needs; undefined for other tags and for unknown capabilities. */
export function capabilityOf(tag: string): Capability | undefined {
  const name = tag.startsWith(needPrefix) ? presentName(tag.slice(needPrefix.length)) : "";
  return isCapability(name) ? name : undefined;
}

/**
 * One line for each tag that looks like a requirement or a capability and is none: it names file, line and tag, and what `nearest` takes
 * the tag for.
 */
export function unknownRequirementTags(
  tags: readonly LocatedTag[],
  requirements: Pick<ReadonlyMap<string, unknown>, "has" | "keys">,
  nearest: (tag: string, known: readonly string[]) => string | undefined = () => undefined,
): readonly string[] {
  return tags.flatMap(({ name, file, line }) => {
    const id = requirementIdOf(name);
    if (id !== undefined && !requirements.has(id)) {
      const near = nearest(
        name,
        [...requirements.keys()].map((known) => `@${known}`),
      );
      return [`${file}:${line}: ${name} names no requirement${near ? `; did you mean ${near}?` : ""}`];
    }
    if (name.startsWith(needPrefix) && !capabilityOf(name)) {
      const known = Object.keys(reasons);
      const near = nearest(
        name,
        known.map((capability) => needPrefix + capability),
      );
      const hint = near ? `did you mean ${near}?` : `known: ${known.join(", ")}`;
      return [`${file}:${line}: ${name} names no capability; ${hint}`];
    }
    return [];
  });
}
