import type { Capability } from "./stage.ts";

/** What capabilities were called in earlier releases. Tags, tag expressions and target files may still say so. */
const capabilities: Readonly<Record<string, Capability>> = { cut: "partition", swallow: "black-hole" };

/** The name that a capability has now: its own unless it had an earlier one. */
export function presentName(name: string): string {
  return Object.hasOwn(capabilities, name) ? (capabilities[name] as Capability) : name;
}

/** Whether a tag is the earlier spelling of another, such as `@needs-cut`. */
export function isEarlierTag(tag: string): boolean {
  return tag.startsWith("@needs-") && Object.hasOwn(capabilities, tag.slice("@needs-".length));
}

/** A tag expression that matches scenarios with the present tag wherever it names the earlier one. */
export function withPresentTags(expression: string): string {
  return expression.replace(/@needs-([a-z-]+)/g, (tag: string, name: string) =>
    isEarlierTag(tag) ? `(${tag} or @needs-${presentName(name)})` : tag,
  );
}
