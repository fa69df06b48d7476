import type { Mutant } from "./mutant.ts";
import { idsToDo } from "./mutants.ts";
import type { Judged } from "./verdict.ts";

/** Widths of the columns in characters. Rows are printed one by one, so the widths fit most of them. */
const widths = { milliseconds: 6, outcome: 10, ids: 18 };

export function row({ mutant, outcome, remark, failedAt, others, milliseconds }: Judged): string {
  const also = others.length === 0 ? "" : ` (also broken: ${others.join(" ")})`;
  const indented = (text: string) => `${" ".repeat(widths.milliseconds + 5)}${text}\n`;
  const cells = [
    `${String(milliseconds).padStart(widths.milliseconds)} ms`,
    outcome.padEnd(widths.outcome),
    mutant.ids.join(" ").padEnd(widths.ids),
    `${mutant.why}, in ${mutant.file} (${mutant.place})${also}`,
  ];
  const below = [
    ...(remark === undefined ? [] : [remark]),
    ...failedAt.slice(0, 1).map((step) => `failed at: ${step}`),
  ];
  return `${cells.join("  ")}\n${below.map(indented).join("")}`;
}

export function summary(
  judged: readonly Judged[],
  { mutants, tagged }: Readonly<{ mutants: readonly Mutant[]; tagged: readonly string[] }>,
): readonly Readonly<Record<string, string | number>>[] {
  const lists = [...new Set(mutants.map(({ place }) => listOf(place)))];
  return [...lists, "all"].map((list) => {
    const isOf = ({ place }: Mutant) => list === "all" || listOf(place) === list;
    const played = judged.filter(({ mutant }) => isOf(mutant));
    const count = (wanted: string) => played.filter(({ outcome }) => outcome === wanted).length;
    const caught = count("caught");
    return {
      list,
      mutants: mutants.filter(isOf).length,
      played: played.length,
      caught,
      escaped: count("ESCAPED"),
      "escaped as listed": count("escapes, as listed"),
      "no verdict": count("NO VERDICT"),
      share: played.length === 0 ? "" : `${((caught / played.length) * 100).toFixed(1)} %`,
      ...(list === "all" ? { "ids to do": `${idsToDo(tagged, mutants).length} of ${tagged.length}` } : {}),
    };
  });
}

export function table(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const names = [...new Set(rows.flatMap((one) => Object.keys(one)))];
  const cells = [names, ...rows.map((one) => names.map((name) => String(one[name] ?? "")))];
  const wide = names.map((_, column) => Math.max(...cells.map((line) => (line[column] ?? "").length)));
  const line = (texts: readonly string[]) =>
    `${texts
      .map((text, column) => text.padEnd(wide[column] ?? 0))
      .join("  ")
      .trimEnd()}\n`;
  return cells.map(line).join("");
}

function listOf(place: string): string {
  return place.slice(0, place.lastIndexOf(":"));
}
