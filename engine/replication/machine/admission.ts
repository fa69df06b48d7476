import type { Replica } from "./state.ts";

/** Those who may follow this cluster: the secondaries of a primary, and of a demoted one those it led, until it follows another. */
export function admitted(state: Replica): readonly Readonly<{ id: string; digest: string }>[] {
  switch (state.role) {
    case "primary":
      return state.record.secondaries;
    case "secondary":
      return state.record.former;
    case "disabled":
      return [];
  }
}
