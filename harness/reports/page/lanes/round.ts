/** Rounds to tenths of a pixel. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
