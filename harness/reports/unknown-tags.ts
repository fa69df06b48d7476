import type { Capability } from "#harness/capabilities/capability.ts";
import { isCapability, reasons } from "#harness/capabilities/missing-capability.ts";
import type { LocatedTag } from "#harness/reports/located-tags.ts";

const requirementTag = /^@(CORE|CLOUD|DB|REPL|OWN)-[A-Z0-9]+-\d+$/;
const needPrefix = "@needs-";

/** Returns the id, such as `DB-ROLE-01`, if a tag such as `@DB-ROLE-01` has the form of one; otherwise undefined. */
export function requirementIdOf(tag: string): string | undefined {
  return requirementTag.test(tag) ? tag.slice(1) : undefined;
}

/** Returns the capability that a tag `@needs-…` names, or undefined. */
export function capabilityOf(tag: string): Capability | undefined {
  const name = tag.startsWith(needPrefix) ? tag.slice(needPrefix.length) : "";
  return isCapability(name) ? name : undefined;
}

/** Returns a message for each unknown tag with the form of a requirement or capability, with a hint if there is one. */
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
