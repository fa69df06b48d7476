import type { Capability } from "#harness/capabilities/capability.ts";
import { isCapability, reasons } from "#harness/capabilities/missing-capability.ts";
import type { LocatedTag } from "#harness/reports/located-tags.ts";
import type { Requirement } from "#harness/reports/requirements.ts";

const requirementTag = /^@(CORE|CLOUD|DB|REPL|OWN)-[A-Z0-9]+-\d+$/;
const memberTag = /^@((?:CORE|CLOUD|DB|REPL|OWN)-[A-Z0-9]+-\d+):(.*)$/;
const needPrefix = "@needs-";

/** Returns the id in a tag such as `@DB-ROLE-01`, or undefined if the tag does not have this form. */
export function requirementIdOf(tag: string): string | undefined {
  return requirementTag.test(tag) ? tag.slice(1) : undefined;
}

/** Returns the ids of requirements and own rules in tags, in their order. */
export function requirementIdsIn(tags: readonly string[]): readonly string[] {
  return tags.flatMap((tag) => requirementIdOf(tag) ?? []);
}

/**
 * Returns the id and the member in a tag such as `@DB-ROLE-01:update`, or undefined if the tag does not have this form.
 */
export function memberOf(tag: string): Readonly<{ id: string; name: string }> | undefined {
  const [, id, name] = memberTag.exec(tag) ?? [];
  return id === undefined || name === undefined ? undefined : { id, name };
}

/** Returns the capability that a tag `@needs-…` names, or undefined. */
export function capabilityOf(tag: string): Capability | undefined {
  const name = tag.startsWith(needPrefix) ? tag.slice(needPrefix.length) : "";
  return isCapability(name) ? name : undefined;
}

/** Returns a message for each unknown tag that has the form of a requirement, a member or a capability. */
export function unknownRequirementTags(
  tags: readonly LocatedTag[],
  requirements: ReadonlyMap<string, Pick<Requirement, "members">>,
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
    const member = memberOf(name);
    if (member) {
      const known = requirements.get(member.id)?.members.map((one) => one.name);
      if (known?.includes(member.name)) return [];
      const hint = known?.length ? `known: ${known.join(", ")}` : `${member.id} has no members`;
      return [`${file}:${line}: ${name} names no member; ${hint}`];
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
