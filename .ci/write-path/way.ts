export type Way = Readonly<{ primary: readonly string[]; secondary: readonly string[] }>;

/** Returns the calls with which the way of a write enters a file that it has left before. */
export function returnsIn(stops: readonly string[]): readonly string[] {
  const left = new Set<string>();
  let current: string | undefined;
  return stops.filter((stop) => {
    const file = fileOf(stop);
    if (file === current) return false;
    if (current !== undefined) left.add(current);
    current = file;
    return left.has(file);
  });
}

export function wayText({ primary, secondary }: Way): string {
  const files = new Set([...primary, ...secondary].map(fileOf));
  return [
    `${primary.length + secondary.length} stops in ${files.size} files:`,
    "",
    "```",
    "primary",
    ...linesOf(primary),
    "secondary",
    ...linesOf(secondary),
    "```",
    "",
  ].join("\n");
}

function linesOf(stops: readonly string[]): readonly string[] {
  const visits: { file: string; functions: string[] }[] = [];
  for (const stop of stops) {
    const file = fileOf(stop);
    const visit = visits.at(-1);
    const name = stop.slice(file.length + 2);
    if (visit?.file === file) visit.functions.push(name);
    else visits.push({ file, functions: [name] });
  }
  return visits.map(({ file, functions }) => `  ${file}: ${functions.join(" → ")}`);
}

function fileOf(stop: string): string {
  return stop.slice(0, stop.indexOf(": "));
}
