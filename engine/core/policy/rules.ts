import { type FoldedSegments, foldedPath } from "../../api/fields/canonicalizer.ts";
import { type Grant, mayAnything, mergedGrants } from "./grant.ts";
import { bySpecificity, isExact, type PathPattern, pathPattern } from "./path-pattern.ts";

export type Rule = Readonly<{ path: string; grant: Grant }>;

export type Match = Readonly<{ pattern: PathPattern; grant: Grant }>;

type Node = {
  readonly named: Map<string, Node>;
  any?: Node;
  end?: Match;
  readonly tails: Map<string, Match>;
  lengths: readonly number[];
};

/**
 * Rules indexed by path. Rules with the same path are merged. Patterns are found in a tree by the segments of the path.
 */
export class Rules {
  readonly steps: number;
  readonly #exact = new Map<string, Match>();
  readonly #patterns = new Map<string, Match>();
  readonly #root = emptyNode();
  #granting: Node | undefined;
  #withoutFinalSlash: Rules | undefined;

  constructor(rules: readonly Rule[]) {
    for (const { path, grant } of rules) {
      const pattern = pathPattern(path);
      const target = isExact(pattern) ? this.#exact : this.#patterns;
      const present = target.get(path);
      target.set(path, { pattern, grant: present ? mergedGrants(present.grant, grant) : grant });
    }
    let steps = 1;
    for (const match of this.#patterns.values()) steps += insert(this.#root, match);
    this.steps = steps;
  }

  exact(path: string): Match | undefined {
    return this.#exact.get(path);
  }

  pattern(path: string): Match | undefined {
    return this.#patterns.size === 0 ? undefined : best(this.#root, path.split("/"), 0);
  }

  /** True if a rule that grants a capability can match a path below `folder`, which ends in a slash. */
  reachBelow(folder: string): boolean {
    this.#granting ??= treeOf(this.all().filter(({ grant: { capabilities } }) => mayAnything(capabilities)));
    return matchesBelow(this.#granting, folder.split("/").slice(0, -1), 0);
  }

  all(): readonly Match[] {
    return [...this.#exact.values(), ...this.#patterns.values()];
  }

  folded(segments: readonly FoldedSegments[]): Rules {
    return new Rules(this.all().map(({ pattern, grant }) => ({ path: foldedPath(pattern.path, segments), grant })));
  }

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

function insert(root: Node, match: Match): number {
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
  for (const match of matches) insert(root, match);
  return root;
}

function matchesBelow({ named, any, tails, lengths }: Node, folder: readonly string[], depth: number): boolean {
  const segment = folder[depth];
  if (segment === undefined) return named.size > 0 || any !== undefined || tails.size > 0;
  if (lengths.some((length) => length <= segment.length && tails.has(segment.slice(0, length)))) return true;
  const ways = [named.get(segment), any];
  return ways.some((next) => next !== undefined && matchesBelow(next, folder, depth + 1));
}

/** Returns the more specific of two matches. If both have the same path, returns one match with their grants merged. */
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
