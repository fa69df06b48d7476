/** A file with its module and its part of the module: `core` for `engine/core/core.ts`, "" without a subfolder. */
export type SourceFile = Readonly<{ path: string; module: string; part: string; isTest: boolean }>;

export type Target =
  | Readonly<{ type: "file"; place: SourceFile; byName: boolean }>
  | Readonly<{ type: "package" }>
  | Readonly<{ type: "computed" }>;

const testFile = /\.(?:test|suite|containertest)\.ts$/;

export function locationOf(path: string): SourceFile {
  const [module = "", ...below] = path.split("/");
  return { path, module, part: below.length > 1 ? (below[0] ?? "") : "", isTest: testFile.test(path) };
}

export function targetOf(specifier: string | null, path: string): Target {
  if (specifier === null) return { type: "computed" };
  if (specifier.startsWith("#")) return { type: "file", place: locationOf(specifier.slice(1)), byName: true };
  if (!specifier.startsWith(".")) return { type: "package" };
  // A URL without a host, which is used only to resolve paths.
  const { pathname } = new URL(specifier, `file:///${path}`);
  return { type: "file", place: locationOf(decodeURIComponent(pathname.slice(1))), byName: false };
}
