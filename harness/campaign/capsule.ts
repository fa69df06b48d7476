import { z } from "zod";
import { schedule } from "./schedule.ts";

export const capsuleVersion = 1;

/** A run that broke a rule, in one file: the schedule, the violation, and the digest of the history. */
export const capsule = z.object({
  capsule: z.literal(capsuleVersion),
  release: z.string(),
  commit: z.string().optional(),
  schedule,
  /** SHA-256 of the history's events as concatenated JSON, in hexadecimal digits. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  broken: z.object({
    checker: z.string(),
    /** Number of an event that shows the violation. */
    event: z.int().positive(),
    sentence: z.string(),
  }),
});

export type Capsule = Readonly<z.infer<typeof capsule>>;

/** Thrown if a capsule is invalid. The message gives the reason in one line. */
export class InvalidCapsule extends Error {
  override readonly name = "CapsuleMistake";
}

/** Parses a capsule. Throws an {@link InvalidCapsule} if it is invalid. */
export function readCapsule(text: string): Capsule {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidCapsule("it is not JSON, or is truncated");
  }
  const version = z.object({ capsule: z.unknown() }).safeParse(value).data?.capsule;
  if (version !== capsuleVersion)
    throw new InvalidCapsule(`its field capsule must be ${capsuleVersion}, not ${JSON.stringify(version)}`);
  const parsed = capsule.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new InvalidCapsule(`its field ${issue?.path.join(".")}: ${issue?.message}`);
}

export function writeCapsule(value: Capsule): string {
  return `${JSON.stringify(value, null, 1)}\n`;
}
