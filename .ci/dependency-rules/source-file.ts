/** Where a file stands: its room, and the part of the room, such as `core` of `engine/core/core.ts`; "" at the room's top. */
export type SourceFile = Readonly<{ path: string; module: string; part: string; isTest: boolean }>;

/** The target of an import. A package is named without what is asked of it: `pg` for `pg/lib/defaults`. */
export type Target =
  | Readonly<{ type: "file"; place: SourceFile; byName: boolean }>
  | Readonly<{ type: "platform" }>
  | Readonly<{ type: "package"; name: string }>
  | Readonly<{ type: "computed" }>;

const testFile = /\.(?:test|suite|containertest)\.ts$/;

/** The place of a file, by its path from the project's folder. */
export function locationOf(path: string): SourceFile {
  const [module = "", ...below] = path.split("/");
  return { path, module, part: below.length > 1 ? (below[0] ?? "") : "", isTest: testFile.test(path) };
}

/** Where `specifier`, which stands in the file `path`, points to. */
export function targetOf(specifier: string | null, path: string): Target {
  if (specifier === null) return { type: "computed" };
  if (specifier.startsWith("node:")) return { type: "platform" };
  if (specifier.startsWith("#")) return { type: "file", place: locationOf(specifier.slice(1)), byName: true };
  if (!specifier.startsWith(".")) {
    const [scope = "", name = ""] = specifier.split("/");
    return { type: "package", name: scope.startsWith("@") ? `${scope}/${name}` : scope };
  }
  // A name of no registered host, so that the URL resolves paths and nothing else.
  const { pathname } = new URL(specifier, `file:///${path}`);
  return { type: "file", place: locationOf(decodeURIComponent(pathname.slice(1))), byName: false };
}
