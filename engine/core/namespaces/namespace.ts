export type Namespace = Readonly<{
  /** Five letters and digits; `root` for the root namespace. */
  id: string;
  uuid: string;
  /** Full path, such as `team/a/`; "" for the root namespace. */
  path: string;
  metadata: Readonly<Record<string, string>>;
  /** Set while the namespace is being removed. It then serves no request. */
  ending?: true;
}>;

/** The root namespace. It always exists and has no stored record. */
export const rootNamespace: Namespace = { id: "root", uuid: "root", path: "", metadata: {} };

/** Converts the full path `path` to a path relative to a namespace; undefined if it is outside the namespace. */
export function seenFrom({ path: own }: Pick<Namespace, "path">, path: string): string | undefined {
  return path.startsWith(own) ? path.slice(own.length) : undefined;
}
