import type { Benchmark } from "./benchmark.ts";

type Known = Pick<Benchmark, "name" | "about" | "minutes">;

export function listOf(benchmarks: readonly Known[]): string {
  const widest = Math.max(...benchmarks.map(({ name }) => name.length));
  return benchmarks
    .map(({ name, about = "", minutes }) =>
      `${name.padEnd(widest)}  ${formatMinutes(minutes).padEnd(9)}  ${about}`.trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join("");
}

export function outlook(benchmarks: readonly Known[]): string {
  const whole = benchmarks.reduce((sum, { minutes = 0 }) => sum + minutes, 0);
  const unknown = benchmarks.filter(({ minutes }) => minutes === undefined).map(({ name }) => name);
  const besides =
    unknown.length === 0 ? "" : `, and what ${unknown.join(", ")} ${unknown.length === 1 ? "takes" : "take"}`;
  const many = benchmarks.length === 1 ? "1 benchmark" : `${benchmarks.length} benchmarks`;
  return `${many}: about ${whole} min on two idle cores${besides}`;
}

function formatMinutes(minutes: number | undefined): string {
  return minutes === undefined ? "not known" : `${minutes} min`;
}
