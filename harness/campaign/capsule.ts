import { z } from "zod";
import { schedule } from "./schedule.ts";

/** The version of the format of a capsule. */
export const capsuleVersion = 1;

/** A broken run in one file: what was played, by which release, what broke, and how the history has to look when it is played again. */
export const capsule = z.object({
  capsule: z.literal(capsuleVersion),
  /** The release, and the commit where it is known. */
  release: z.string(),
  commit: z.string().optional(),
  schedule,
  /** SHA-256 of the history as it is written, in hexadecimal digits. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  broken: z.object({
    checker: z.string(),
    /** The number of the first event that broke it. */
    event: z.int().positive(),
    /** For people. */
    sentence: z.string(),
  }),
});

export type Capsule = Readonly<z.infer<typeof capsule>>;

/** A capsule that cannot be played, and why, in one line. */
export class CapsuleMistake extends Error {
  override readonly name = "CapsuleMistake";
}

/** Reads the text of a capsule. Throws a {@link CapsuleMistake} that names what is wrong with it. */
export function readCapsule(text: string): Capsule {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CapsuleMistake("it is no JSON, or was cut off");
  }
  const version = z.object({ capsule: z.unknown() }).safeParse(value).data?.capsule;
  if (version !== capsuleVersion)
    throw new CapsuleMistake(`its field capsule must be ${capsuleVersion}, not ${JSON.stringify(version)}`);
  const parsed = capsule.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new CapsuleMistake(`its field ${issue?.path.join(".")}: ${issue?.message}`);
}

export function writeCapsule(value: Capsule): string {
  return `${JSON.stringify(value, null, 1)}\n`;
}
