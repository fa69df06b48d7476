import type { z } from "zod";

/** Returns the argument of this child process, parsed as JSON, and makes the process end with its parent. */
export function inputOf<T>(schema: z.ZodType<T>): T {
  process.on("disconnect", () => process.exit());
  return schema.parse(JSON.parse(process.argv[2] ?? "null"));
}

export function report(message: unknown): void {
  process.send?.(message);
}

export function answerWith(answer: () => unknown): void {
  process.on("message", () => report(answer()));
}
