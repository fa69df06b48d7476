import type { Capability } from "./stage.ts";

/** Capabilities by their names in earlier releases, which tags and target files may still use. */
const capabilities: Readonly<Record<string, Capability>> = { cut: "partition", swallow: "black-hole" };

/** Returns the current name of a capability. */
export function presentName(name: string): string {
  return Object.hasOwn(capabilities, name) ? (capabilities[name] as Capability) : name;
}

/** True if a tag has the earlier name of a capability, such as `@needs-cut`. */
export function isEarlierTag(tag: string): boolean {
  return tag.startsWith("@needs-") && Object.hasOwn(capabilities, tag.slice("@needs-".length));
}

/** Returns a tag expression in which each earlier tag also matches its current tag. */
export function withPresentTags(expression: string): string {
  return expression.replace(/@needs-([a-z-]+)/g, (tag: string, name: string) =>
    isEarlierTag(tag) ? `(${tag} or @needs-${presentName(name)})` : tag,
  );
}
