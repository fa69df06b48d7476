import type { SourceFile, Target } from "./source-file.ts";

export type Use = Readonly<{ from: SourceFile; to: Target }>;

/** A dependency rule. `breaks` returns true if an import violates the claim. Source: ARCHITECTURE.md. */
export type Rule = Readonly<{ claim: string; breaks: (use: Use) => boolean }>;

const importable: Readonly<Record<string, readonly string[]>> = {
  engine: ["engine"],
  cluster: ["cluster", "engine"],
  harness: ["harness", "cluster", "engine"],
  scenarios: ["scenarios", "harness"],
  bin: ["bin", "harness"],
  kit: ["kit", "harness", "cluster", "engine"],
  client: ["client"],
  bench: ["bench", "bin", "harness", "cluster", "engine"],
  mutants: ["mutants", "bin", "harness", ".ci"],
  ".ci": [".ci", "scenarios", "harness", "cluster", "engine"],
};

const foundations: readonly string[] = ["ports", "api", "core"];
const backends: readonly string[] = [
  "cloud",
  "database",
  "replication",
  "kv",
  "cubbyhole",
  "userpass",
  "approle",
  "seal",
];
/**
 * Layers of the harness, lowest first. A folder, except its tests, imports only itself and folders of lower layers.
 * Source: ARCHITECTURE.md.
 */
const harnessLayers: readonly (readonly string[])[] = [
  ["reaper", "files", "api", "capabilities", "program"],
  ["masking", "databases", "cloud"],
  ["faults", "history"],
  ["simulation", "checkers", "targets"],
  ["stages"],
  ["campaign", "sweeps", "reports"],
  ["control"],
  ["cli"],
];

/** Returns the dependency rules that are about single imports. Biome checks others (biome.json). */
export function dependencyRules(): readonly Rule[] {
  return [
    {
      claim: "features <- scenarios -> harness -> cluster -> engine",
      breaks: ({ from, to }) => {
        if (to.type !== "file" || (importable[from.module] ?? []).includes(to.place.module)) return false;
        // Tests of the engine may use real servers of the harness, which clean up.
        return !(from.isTest && isIn(to.place, "harness", "databases"));
      },
    },
    {
      claim: `ports <- api <- core <- { ${backends.join(", ")} } <- engine.ts`,
      breaks: ({ from, to }) => {
        if (from.module !== "engine" || from.isTest || to.type !== "file" || to.place.module !== "engine") return false;
        return !importableParts(from.part).includes(to.place.part);
      },
    },
    {
      claim: `${backends.join(", ")}: none imports another, their tests neither`,
      breaks: ({ from, to }) =>
        from.module === "engine" &&
        to.type === "file" &&
        to.place.module === "engine" &&
        backends.includes(from.part) &&
        backends.includes(to.place.part) &&
        from.part !== to.place.part,
    },
    {
      claim: `harness: ${harnessLayers.map((layer) => `{ ${layer.join(", ")} }`).join(" <- ")}`,
      breaks: ({ from, to }) => {
        // A test may set up its subject with any folder, such as a whole stage.
        if (from.module !== "harness" || from.isTest || to.type !== "file" || to.place.module !== "harness")
          return false;
        return to.place.part !== from.part && !foldersBelow(from.part).includes(to.place.part);
      },
    },
    {
      claim: "harness/simulation does not import cluster",
      breaks: ({ from, to }) =>
        isIn(from, "harness", "simulation") && to.type === "file" && to.place.module === "cluster",
    },
    {
      claim:
        "harness/checkers and harness/history import neither engine nor cluster: a checker shares no code with its subject",
      breaks: ({ from, to }) =>
        (isIn(from, "harness", "checkers") || isIn(from, "harness", "history")) &&
        to.type === "file" &&
        ["engine", "cluster"].includes(to.place.module),
    },
    {
      claim: "harness/cloud imports neither engine nor cluster",
      breaks: ({ from, to }) =>
        isIn(from, "harness", "cloud") && to.type === "file" && ["engine", "cluster"].includes(to.place.module),
    },
    {
      claim: "harness/cloud/embedded can be published as it is: it imports no other files of ours",
      breaks: ({ from, to }) =>
        from.path.startsWith("harness/cloud/embedded/") &&
        !from.isTest &&
        to.type === "file" &&
        !to.place.path.startsWith("harness/cloud/embedded/"),
    },
    {
      claim: "the remote stage and harness/targets import neither engine nor cluster: they use a target only by HTTP",
      breaks: ({ from, to }) =>
        (isIn(from, "harness", "targets") || /^harness\/stages\/remote[./]/.test(from.path)) &&
        to.type === "file" &&
        ["engine", "cluster"].includes(to.place.module),
    },
    {
      claim: "other modules are imported by name: #engine/…, #cluster/…, #harness/…",
      breaks: ({ from, to }) => to.type === "file" && to.place.module !== from.module && !to.byName,
    },
    {
      claim: "only tests import tests and suites",
      breaks: ({ from, to }) => to.type === "file" && to.place.isTest && !from.isTest,
    },
    {
      claim: "engine, cluster and scenarios have no computed imports",
      breaks: ({ from, to }) => ["engine", "cluster", "scenarios"].includes(from.module) && to.type === "computed",
    },
  ];
}

function importableParts(part: string): readonly string[] {
  if (part === "") return ["", ...foundations, ...backends];
  if (part === "stores") return ["ports", "stores"];
  if (backends.includes(part)) return [...foundations, part];
  return foundations.slice(0, foundations.indexOf(part) + 1);
}

function foldersBelow(folder: string): readonly string[] {
  const layer = harnessLayers.findIndex((folders) => folders.includes(folder));
  return harnessLayers.slice(0, Math.max(layer, 0)).flat();
}

function isIn(place: SourceFile, module: string, part: string): boolean {
  return place.module === module && place.part === part;
}
