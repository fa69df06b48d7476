import { z } from "zod";
import { maskSecrets } from "#harness/masking/mask.ts";
import { maskText } from "#harness/masking/mask-text.ts";
import type { LogLine } from "#harness/stages/stage.ts";

/** Media type of an attachment of a failed scenario: log lines before the failure. */
export const logMediaType = "application/vnd.understudy.log+json";

const [maxLast, maxTroubles] = [24, 24] as const;

/** Facts that are not shown, because they differ between repetitions of a line or do not help readers. */
const ignoredFacts: ReadonlySet<string> = new Set(["request_id", "milliseconds", "remote_address"]);

const excerpt = z
  .array(
    z
      .object({
        at: z.number(),
        until: z.number(),
        cluster: z.string(),
        level: z.string(),
        event: z.string(),
        facts: z.record(z.string(), z.unknown()),
        times: z.number(),
      })
      .readonly(),
  )
  .readonly();

/** A log line in reports. `times` counts its occurrences; `at` and `until` are the times of the first and last one. */
export type ShownLogLine = z.infer<typeof excerpt>[number];

/**
 * Returns the log excerpt of a failed scenario, with secrets masked: the last 24 warnings and errors before the last 24
 * lines, and these lines. Repetitions of a line may count as one line. `known` are additional secrets to mask.
 */
export function logAround(lines: readonly LogLine[], known: readonly string[]): readonly ShownLogLine[] {
  const counted = withoutRepeats(lines);
  const troubles = counted.slice(0, -maxLast).filter(({ level }) => level !== "info");
  return [...withoutEqual(troubles).slice(-maxTroubles), ...counted.slice(-maxLast)].map((line) => masked(line, known));
}

/** Merges equal lines into the first of them, even if other lines are between them. */
export function withoutEqual(lines: readonly ShownLogLine[]): readonly ShownLogLine[] {
  const shown = new Map<string, ShownLogLine>();
  for (const line of lines) {
    const { cluster, level, event, facts, times, until } = line;
    const key = JSON.stringify([cluster, level, event, facts]);
    const before = shown.get(key);
    shown.set(key, before ? { ...before, until, times: before.times + times } : line);
  }
  return [...shown.values()];
}

/** Returns the excerpt in the body of an attachment, or an empty list if the body is invalid. */
export function parseLog(body: string): readonly ShownLogLine[] {
  try {
    return excerpt.safeParse(JSON.parse(body)).data ?? [];
  } catch {
    return [];
  }
}

function withoutRepeats(lines: readonly LogLine[]): readonly ShownLogLine[] {
  const shown: ShownLogLine[] = [];
  const lastOf = new Map<string, Readonly<{ key: string; index: number }>>();
  for (const { at, cluster, level, event, facts } of lines) {
    const shownFacts = Object.fromEntries(
      Object.entries(facts).filter(([name, value]) => !ignoredFacts.has(name) && value !== ""),
    );
    const key = JSON.stringify([level, event, shownFacts]);
    const last = lastOf.get(cluster);
    const before = last?.key === key ? shown[last.index] : undefined;
    if (last && before) shown[last.index] = { ...before, until: at, times: before.times + 1 };
    else {
      lastOf.set(cluster, { key, index: shown.length });
      shown.push({ at, until: at, cluster, level, event, facts: shownFacts, times: 1 });
    }
  }
  return shown;
}

function masked(line: ShownLogLine, known: readonly string[]): ShownLogLine {
  const facts = z.record(z.string(), z.unknown()).parse(maskSecrets(line.facts, known));
  return { ...line, event: maskText(line.event, known), facts };
}
