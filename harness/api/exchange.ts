import { z } from "zod";

/** Media type of a step's attachment with a list of masked HTTP exchanges. */
export const exchangesMediaType = "application/vnd.understudy.exchanges+json";

/** Media type of an attachment of a failed step: the number of the exchange that the step judged. */
export const judgedMediaType = "application/vnd.understudy.judged+text";

const exchange = z
  .object({
    number: z.number(),
    at: z.number(),
    cluster: z.string(),
    method: z.string(),
    path: z.string(),
    token: z.enum(["root", "masked"]).nullable(),
    requestBody: z.unknown(),
    status: z.number().nullable(),
    responseBody: z.unknown(),
  })
  .readonly();

/**
 * A request to a cluster and its response. `number` counts the exchanges of a scenario; `at` is the stage's time in
 * milliseconds since 1970; `token` is the kind of the token, never its value; bodies are JSON, text or null. If no
 * response arrived, `status` is null and `responseBody` is the reason.
 */
export type Exchange = z.infer<typeof exchange>;

const exchanges = z.array(exchange).readonly();

const read = new WeakMap<object, Readonly<{ body: string; exchanges: readonly Exchange[] | undefined }>>();

export function exchangesIn(attachment: Readonly<{ body: string }>): readonly Exchange[] | undefined {
  const before = read.get(attachment);
  return before?.body === attachment.body ? before.exchanges : parseExchanges(attachment.body);
}

export function attachExchanges(attachment: { body: string }, exchanges: readonly Exchange[]): void {
  attachment.body = JSON.stringify(exchanges);
  read.set(attachment, { body: attachment.body, exchanges });
}

export function parseExchanges(body: string): readonly Exchange[] | undefined {
  try {
    return exchanges.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

/** Returns the text of an error, followed by the text of its cause if it has one. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? `: ${error.cause}` : "";
  return `${error}${cause}`;
}
