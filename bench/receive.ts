import { z } from "zod";
import type { Child } from "./child.ts";

const progressMessage = z.object({ progressMessage: z.string() });

/** Returns the next message of `child` that is no progress report. Prints the progress reports before it. */
export async function receive<T>(child: Child, schema: z.ZodType<T>, print: (line: string) => void): Promise<T> {
  for (;;) {
    const message = await child.next(z.union([progressMessage, schema]));
    const progress = progressMessage.safeParse(message);
    if (!progress.success) return message as T;
    print(progress.data.progressMessage);
  }
}
