import { type Entry, grown, type LogBounds, type LogSpan } from "../../protocol/entry.ts";
import type { Batch } from "../command.ts";
import type { Save } from "../effects.ts";

export function append(
  log: LogSpan,
  { epoch, batches, bounds }: Readonly<{ epoch: number; batches: readonly Batch[]; bounds: LogBounds }>,
): Readonly<{ log: LogSpan; save: Save }> {
  const entries = batches.map(
    ({ mount, shared }, i): Entry => ({ index: log.last + 1 + i, epoch, mount, changes: shared }),
  );
  const { span, excess } = grown(log, log.last + batches.length, bounds);
  const unlogged = batches.flatMap((batch) => batch.local);
  return { log: span, save: { entries, unlogged, ...(excess ? { forget: excess } : {}) } };
}
