import type { Instrument } from "#cluster/instrument.ts";

/** Combines instruments into one. The last instrument is the outermost wrapper. */
export function joined(instruments: readonly Instrument[]): Instrument {
  return {
    ports: (ports) => instruments.reduce((inner, { ports: wrap }) => wrap?.(inner) ?? inner, ports),
    handle: (handle) => instruments.reduce((inner, { handle: wrap }) => wrap?.(inner) ?? inner, handle),
    accept: (accept) => instruments.reduce((inner, { accept: wrap }) => wrap?.(inner) ?? inner, accept),
  };
}
