import { z } from "zod";
import type { Child } from "./child.ts";

const telling = z.object({ telling: z.string() });

/** The next message of `child` that is no telling of how far it is. */
export async function receive<T>(child: Child, schema: z.ZodType<T>, tell: (line: string) => void): Promise<T> {
  for (;;) {
    const message = await child.next(z.union([telling, schema]));
    const told = telling.safeParse(message);
    if (!told.success) return message as T;
    tell(told.data.telling);
  }
}
