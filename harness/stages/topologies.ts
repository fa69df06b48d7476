import { readFileSync } from "node:fs";
import type { Topology } from "./stage.ts";
import { parseTopology, TopologyProblem } from "./topology-file.ts";

const names = ["Oslo", "Lima", "Kyoto"] as const;

/** Three clusters that do not know one another: what replicates from what is for a scenario or an operator to say. */
export const unlinked: Topology = { name: "unlinked", clusters: names };

/** Three clusters, one of them the primary of the other two. */
export const three: Topology = {
  name: "three",
  clusters: names,
  replication: { primary: "Oslo", secondaries: ["Lima", "Kyoto"] },
};

/** One cluster alone. */
const one: Topology = { name: "one", clusters: ["Oslo"] };

const known: readonly Topology[] = [three, unlinked, one];

/** The topology of this name, or in this JSON file. Throws a {@link TopologyProblem} that names the field and what is allowed. */
export function topologyOf(nameOrFile: string): Topology {
  const found = known.find(({ name }) => name === nameOrFile);
  if (found) return found;
  let text: string;
  try {
    text = readFileSync(nameOrFile, "utf8");
  } catch (cause) {
    const known = topologyNames().join(", ");
    throw new TopologyProblem(`topology ${nameOrFile} is neither a file that can be read nor one of: ${known}`, {
      cause,
    });
  }
  return parseTopology(text, nameOrFile);
}

/** The names that {@link topologyOf} knows. */
export function topologyNames(): readonly string[] {
  return known.map(({ name }) => name);
}
