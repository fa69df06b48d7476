// Loaded before the clusters (`--import`). The router reports its endpoints and each decoded operation; limits may be
// removed.
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { checkoutRoot } from "../suite/checkout-root.ts";

type Change = Readonly<{ file: string; find: string; replace: string }>;

const router = "engine/api/router.ts";
const [beforeTable, beforeDecoding] = [
  "const fixed = new Map<string, Endpoint<Context>>();",
  "const result = z.safeParse(input, given);",
];
const reports: readonly Change[] = [
  {
    file: router,
    find: beforeTable,
    replace: `(globalThis as any).understudyWatch?.routed(endpoints);\n  ${beforeTable}`,
  },
  {
    file: router,
    find: beforeDecoding,
    replace: `(globalThis as any).understudyWatch?.decoded(operation, Object.keys(given));\n  ${beforeDecoding}`,
  },
];

const asked = process.env.UNDERSTUDY_HOSTILE ?? "[]";
// Processes that this one starts must not load it.
delete process.env.UNDERSTUDY_HOSTILE;

const changes = Map.groupBy(
  [...reports, ...(JSON.parse(asked) as readonly Change[])],
  ({ file }) => pathToFileURL(checkoutRoot + file).href,
);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const here = changes.get(url);
    if (!here || loaded.source === undefined || loaded.source === null) return loaded;
    let source = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
    for (const { file, find, replace } of here) {
      if (!source.includes(find)) throw new Error(`${file} does not contain the text to replace: ${find}`);
      source = source.replace(find, () => replace);
    }
    return { ...loaded, source };
  },
});
