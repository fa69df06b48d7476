/**
 * CPU time in milliseconds that {@link referenceWork} takes on the machine for which the bounds of costs were chosen,
 * with no other load. Printed by `node .ci/hostile/reference-work.ts`.
 */
export const referenceMilliseconds = 20;

const text = JSON.stringify(Array.from({ length: 60_000 }, (_, index) => `element ${index}`));

/**
 * Does a fixed amount of work and returns its CPU time in milliseconds. Like the handling of a long request, it decodes
 * JSON and compares texts.
 */
export function referenceWork(): number {
  const before = process.threadCpuUsage();
  const elements = JSON.parse(text) as string[];
  new Set(elements.toSorted());
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

if (import.meta.main) {
  for (let time = 0; time < 20; time += 1) process.stdout.write(`${referenceWork().toFixed(1)} ms\n`);
}
