import type { z } from "zod";

/** What this child was told to do. It ends with its parent. */
export function orderOf<T>(schema: z.ZodType<T>): T {
  process.on("disconnect", () => process.exit());
  return schema.parse(JSON.parse(process.argv[2] ?? "null"));
}

/** Tells the parent. */
export function report(message: unknown): void {
  process.send?.(message);
}

/** Answers every question of the parent's until the end. */
export function answerWith(answer: () => unknown): void {
  process.on("message", () => report(answer()));
}
