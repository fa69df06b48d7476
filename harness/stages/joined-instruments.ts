import type { Instrument } from "#cluster/instrument.ts";

/** Returns several instruments as one. The last one is the outermost. */
export function joined(instruments: readonly Instrument[]): Instrument {
  return {
    ports: (ports) => instruments.reduce((inner, { ports: wrap }) => wrap?.(inner) ?? inner, ports),
    handle: (handle) => instruments.reduce((inner, { handle: wrap }) => wrap?.(inner) ?? inner, handle),
    accept: (accept) => instruments.reduce((inner, { accept: wrap }) => wrap?.(inner) ?? inner, accept),
  };
}
