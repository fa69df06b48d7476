import type { Capability, Policy, Rule } from "./policy.ts";

/** What some policies together allow on paths. */
export type Access = Readonly<{ capabilities(path: string): ReadonlySet<Capability> }>;

const nothing: ReadonlySet<Capability> = new Set(["deny"]);

/** All that may be done everywhere: the root token's access. */
export const fullAccess: Access = {
  capabilities: () => new Set(["create", "read", "update", "delete", "list", "sudo", "patch"]),
};

/**
 * Access under several policies. An exact path beats a pattern, a more specific pattern beats a less specific one; rules of one
 * path in several policies add up, and `deny` among them wins (reference documentation, "Policies").
 */
export function accessUnder(policies: readonly Policy[]): Access {
  const exact = new Map<string, Set<Capability>>();
  const patterns = new Map<string, Set<Capability>>();
  for (const rule of policies.flat()) {
    const target = isPattern(rule) ? patterns : exact;
    const merged = target.get(rule.path) ?? new Set();
    for (const capability of rule.capabilities) merged.add(capability);
    target.set(rule.path, merged);
  }
  const ranked = [...patterns]
    .sort(([a], [b]) => bySpecificity(a, b))
    .map(([path, granted]) => ({ expression: expressionOf(path), granted }));
  return {
    capabilities(path) {
      const granted = exact.get(path) ?? ranked.find(({ expression }) => expression.test(path))?.granted;
      return !granted || granted.has("deny") ? nothing : granted;
    },
  };
}

function isPattern({ path }: Rule): boolean {
  return path.endsWith("*") || path.split("/").includes("+");
}

/** The first wildcard further right, then no trailing `*`, then fewer `+`, then longer, then the later in the alphabet. */
function bySpecificity(a: string, b: string): number {
  const firstWildcard = (path: string) => path.search(/(^|\/)\+(\/|$)|\*$/);
  const pluses = (path: string) => path.split("/").filter((part) => part === "+").length;
  return (
    firstWildcard(b) - firstWildcard(a) ||
    Number(a.endsWith("*")) - Number(b.endsWith("*")) ||
    pluses(a) - pluses(b) ||
    b.length - a.length ||
    (a < b ? 1 : -1)
  );
}

function expressionOf(path: string): RegExp {
  const open = path.endsWith("*");
  const source = (open ? path.slice(0, -1) : path)
    .split("/")
    .map((part) => (part === "+" ? "[^/]+" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")))
    .join("/");
  return new RegExp(`^${source}${open ? "" : "$"}`);
}
