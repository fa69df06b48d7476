import { type FoldedSegments, foldedPath } from "../../api/spelling.ts";
import { type Grant, mergedGrants } from "./grant.ts";
import { bySpecificity, isExact, type PathPattern, pathPattern } from "./path-pattern.ts";

/** One path rule of a policy. */
export type Rule = Readonly<{ path: string; grant: Grant }>;

/** Rule that matched a path. */
export type Match = Readonly<{ pattern: PathPattern; grant: Grant }>;

/** Node of the tree of patterns; its depth is the number of segments on the path to it. */
type Node = {
  readonly named: Map<string, Node>;
  any?: Node;
  /** Pattern that ends at this node. */
  end?: Match;
  /** Patterns that end in `*` in the next segment, by its beginning; and lengths of beginnings. */
  readonly tails: Map<string, Match>;
  lengths: readonly number[];
};

/**
 * Rules indexed by path. Rules with the same path are merged. A lookup takes one step per segment
 * of the path, regardless of the number of rules; where a node has both `+` and names, both
 * branches are searched.
 */
export class Rules {
  readonly #exact = new Map<string, Match>();
  readonly #patterns = new Map<string, Match>();
  readonly #root = emptyNode();
  /** Rules without trailing slashes, created when the first list is authorized. */
  #withoutFinalSlash: Rules | undefined;

  constructor(rules: readonly Rule[]) {
    for (const { path, grant } of rules) {
      const pattern = pathPattern(path);
      const target = isExact(pattern) ? this.#exact : this.#patterns;
      const present = target.get(path);
      target.set(path, { pattern, grant: present ? mergedGrants(present.grant, grant) : grant });
    }
    for (const match of this.#patterns.values()) this.#insert(match);
  }

  /** Returns the rule with exactly this path. */
  exact(path: string): Match | undefined {
    return this.#exact.get(path);
  }

  /** Returns the most specific matching pattern. */
  pattern(path: string): Match | undefined {
    return this.#patterns.size === 0 ? undefined : best(this.#root, path.split("/"), 0);
  }

  /** Returns all rules, those without wildcards first. */
  all(): readonly Match[] {
    return [...this.#exact.values(), ...this.#patterns.values()];
  }

  /** Returns the rules with these segments in lower case. Rules of equal paths are merged. */
  folded(segments: readonly FoldedSegments[]): Rules {
    return new Rules(this.all().map(({ pattern, grant }) => ({ path: foldedPath(pattern.path, segments), grant })));
  }

  /** Returns the rules without trailing slashes. Rules of equal paths are merged. */
  withoutFinalSlash(): Rules {
    this.#withoutFinalSlash ??= this.#haveFinalSlash()
      ? new Rules(this.all().map(({ pattern, grant }) => ({ path: pattern.path.replace(/\/$/, ""), grant })))
      : this;
    return this.#withoutFinalSlash;
  }

  #haveFinalSlash(): boolean {
    return this.all().some(({ pattern }) => pattern.path.endsWith("/"));
  }

  #insert(match: Match): void {
    const { segments, tail } = match.pattern;
    let node = this.#root;
    for (const segment of segments) {
      const next: Node = (segment === "+" ? node.any : node.named.get(segment)) ?? emptyNode();
      if (segment === "+") node.any = next;
      else node.named.set(segment, next);
      node = next;
    }
    if (tail === undefined) node.end = match;
    else {
      node.tails.set(tail, match);
      node.lengths = [...new Set([...node.lengths, tail.length])].sort((a, b) => b - a);
    }
  }
}

/** Returns the more specific of two matches. Matches of the same path are merged. */
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
