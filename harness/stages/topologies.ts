import { readFileSync } from "node:fs";
import type { Topology } from "./stage.ts";
import { parseTopology, TopologyProblem } from "./topology-file.ts";

const names = ["Oslo", "Lima", "Kyoto"] as const;

/** Three clusters without replication. A scenario or an operator can link them. */
export const unlinked: Topology = { name: "unlinked", clusters: names };

export const three: Topology = {
  name: "three",
  clusters: names,
  replication: { primary: "Oslo", secondaries: ["Lima", "Kyoto"] },
};

const one: Topology = { name: "one", clusters: ["Oslo"] };

const known: readonly Topology[] = [three, unlinked, one];

/** Returns the built-in topology with this name, or else that in this file. Throws a {@link TopologyProblem}. */
export function topologyOf(nameOrFile: string): Topology {
  const found = known.find(({ name }) => name === nameOrFile);
  if (found) return found;
  let text: string;
  try {
    text = readFileSync(nameOrFile, "utf8");
  } catch (cause) {
    const known = topologyNames().join(", ");
    throw new TopologyProblem(`topology ${nameOrFile} is neither a readable file nor one of: ${known}`, {
      cause,
    });
  }
  return parseTopology(text, nameOrFile);
}

export function topologyNames(): readonly string[] {
  return known.map(({ name }) => name);
}
