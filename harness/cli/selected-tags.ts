import type { RehearseOptions } from "#harness/cli/rehearse-options.ts";
import { tagsOf } from "#harness/reports/conformance/profiles.ts";
import { readRequirements } from "#harness/reports/requirements.ts";

/** Returns the tag expression of the scenarios that the options select. */
export function selectedTags({
  tags,
  profiles = [],
  smoke = false,
}: Pick<RehearseOptions, "tags" | "profiles" | "smoke">): string {
  const parts = [
    tags,
    profiles.length > 0 ? tagsOf(profiles, readRequirements().values()) : "",
    smoke ? "@smoke" : "",
  ].filter((part) => part !== "");
  return parts.map((part) => (parts.length === 1 ? part : `(${part})`)).join(" and ");
}
