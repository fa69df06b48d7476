/** A namespace as it is stored. */
export type Namespace = Readonly<{
  /** Five letters and digits; `root` for the root. */
  id: string;
  uuid: string;
  /** Such as `team/a/`; "" for the root. */
  path: string;
  metadata: Readonly<Record<string, string>>;
  /** Set while it is removed: no request is served in it any more. */
  ending?: true;
}>;

/** The one namespace that is always there. */
export const rootNamespace: Namespace = { id: "root", uuid: "root", path: "", metadata: {} };

/** `path`, as it is said at the root, seen from `namespace`; undefined when it lies outside. */
export function seenFrom({ path: own }: Pick<Namespace, "path">, path: string): string | undefined {
  return path.startsWith(own) ? path.slice(own.length) : undefined;
}
