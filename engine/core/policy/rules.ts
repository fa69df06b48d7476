import { type FoldedSegments, foldedPath } from "../../api/spelling.ts";
import { type Grant, mayAnything, mergedGrants } from "./grant.ts";
import { bySpecificity, isExact, type PathPattern, pathPattern } from "./path-pattern.ts";

/** One path rule of a policy. */
export type Rule = Readonly<{ path: string; grant: Grant }>;

/** A rule that matched. */
export type Match = Readonly<{ pattern: PathPattern; grant: Grant }>;

/** A place in the tree of patterns: as many segments deep as it took to get there. */
type Node = {
  readonly named: Map<string, Node>;
  any?: Node;
  /** The pattern that ends here. */
  end?: Match;
  /** Patterns that end in `*` in the next segment, by what that begins with, and how long those beginnings are, longest first. */
  readonly tails: Map<string, Match>;
  lengths: readonly number[];
};

/**
 * Rules made ready to be asked. Rules of one path are one. Asking costs a step for each segment of the path, however many rules
 * there are; where `+` and names stand at the same place, both ways are gone, so that a policy can be written in which all rules are asked.
 */
export class Rules {
  /** How many steps it takes at most to ask for a pattern. */
  readonly steps: number;
  readonly #exact = new Map<string, Match>();
  readonly #patterns = new Map<string, Match>();
  readonly #root = emptyNode();
  /** The rules that allow anything, exact ones among them. Made when it is first asked what they reach. */
  #granting: Node | undefined;
  /** Made on the first list: most tokens' policies are never asked for one. */
  #withoutFinalSlash: Rules | undefined;

  constructor(rules: readonly Rule[]) {
    for (const { path, grant } of rules) {
      const pattern = pathPattern(path);
      const target = isExact(pattern) ? this.#exact : this.#patterns;
      const present = target.get(path);
      target.set(path, { pattern, grant: present ? mergedGrants(present.grant, grant) : grant });
    }
    let steps = 1;
    for (const match of this.#patterns.values()) steps += plant(this.#root, match);
    this.steps = steps;
  }

  /** The rule for exactly this path. */
  exact(path: string): Match | undefined {
    return this.#exact.get(path);
  }

  /** The most specific of the patterns that match. */
  pattern(path: string): Match | undefined {
    return this.#patterns.size === 0 ? undefined : best(this.#root, path.split("/"), 0);
  }

  /** Whether a rule that allows anything matches something below `folder`, a path that ends in a slash. */
  reachBelow(folder: string): boolean {
    this.#granting ??= treeOf(this.all().filter(({ grant: { capabilities } }) => mayAnything(capabilities)));
    return leadsBelow(this.#granting, folder.split("/").slice(0, -1), 0);
  }

  /** All rules, those without wildcards first. */
  all(): readonly Match[] {
    return [...this.#exact.values(), ...this.#patterns.values()];
  }

  /** The same rules with these segments of their paths in lower case. Rules that are alike then are one, so that `deny` wins. */
  folded(segments: readonly FoldedSegments[]): Rules {
    return new Rules(this.all().map(({ pattern, grant }) => ({ path: foldedPath(pattern.path, segments), grant })));
  }

  /** The same rules, each without a slash at the end of its path. Rules that are alike then are one, so that `deny` wins. */
  withoutFinalSlash(): Rules {
    this.#withoutFinalSlash ??= this.#haveFinalSlash()
      ? new Rules(this.all().map(({ pattern, grant }) => ({ path: pattern.path.replace(/\/$/, ""), grant })))
      : this;
    return this.#withoutFinalSlash;
  }

  #haveFinalSlash(): boolean {
    return this.all().some(({ pattern }) => pattern.path.endsWith("/"));
  }
}

/** Adds a rule to a tree. Returns how many steps more it takes at most to ask the tree. */
function plant(root: Node, match: Match): number {
  const { segments, tail } = match.pattern;
  let node = root;
  let steps = 0;
  for (const segment of segments) {
    const known = segment === "+" ? node.any : node.named.get(segment);
    const next: Node = known ?? emptyNode();
    if (!known) steps += 1;
    if (segment === "+") node.any = next;
    else node.named.set(segment, next);
    node = next;
  }
  if (tail === undefined) node.end = match;
  else {
    node.tails.set(tail, match);
    steps += 1;
    node.lengths = [...new Set([...node.lengths, tail.length])].sort((a, b) => b - a);
  }
  return steps;
}

function treeOf(matches: readonly Match[]): Node {
  const root = emptyNode();
  for (const match of matches) plant(root, match);
  return root;
}

/** Whether a rule of the tree matches something below the folder of these segments. */
function leadsBelow({ named, any, tails, lengths }: Node, folder: readonly string[], depth: number): boolean {
  const segment = folder[depth];
  if (segment === undefined) return named.size > 0 || any !== undefined || tails.size > 0;
  if (lengths.some((length) => length <= segment.length && tails.has(segment.slice(0, length)))) return true;
  const ways = [named.get(segment), any];
  return ways.some((next) => next !== undefined && leadsBelow(next, folder, depth + 1));
}

/** The one of two matches that decides; of the same path, both. */
export function moreSpecific(one: Match | undefined, other: Match | undefined): Match | undefined {
  if (!one || !other || one === other) return one ?? other;
  const order = bySpecificity(one.pattern, other.pattern);
  if (order === 0) return { pattern: one.pattern, grant: mergedGrants(one.grant, other.grant) };
  return order < 0 ? one : other;
}

function emptyNode(): Node {
  return { named: new Map(), tails: new Map(), lengths: [] };
}

function best(node: Node, segments: readonly string[], depth: number): Match | undefined {
  const segment = segments[depth];
  if (segment === undefined) return node.end;
  let found: Match | undefined;
  for (const length of node.lengths) {
    found = length <= segment.length ? node.tails.get(segment.slice(0, length)) : undefined;
    if (found) break;
  }
  const named = node.named.get(segment);
  if (named) found = moreSpecific(found, best(named, segments, depth + 1));
  if (node.any) found = moreSpecific(found, best(node.any, segments, depth + 1));
  return found;
}
