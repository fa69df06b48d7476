import { z } from "zod";

/** Media type under which a step attaches a list of HTTP exchanges; secrets are masked before (`maskExchange`). */
export const exchangesMediaType = "application/vnd.understudy.exchanges+json";

/** Media type under which a step that failed attaches the number of the exchange it judged. */
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
 * One request to a cluster and what came back. `number` counts the exchanges of a scenario; `at` is milliseconds since 1970 on the
 * stage; `token` says whose it was, never what it was; bodies are parsed JSON, text, or null. Without an answer `status` is null and
 * `responseBody` says why.
 */
export type Exchange = z.infer<typeof exchange>;

const exchanges = z.array(exchange).readonly();

/** What was read of attachments: each is masked when it comes, and told of when its scenario ends. */
const read = new WeakMap<object, Readonly<{ body: string; exchanges: readonly Exchange[] | undefined }>>();

/** The exchanges in an attachment, which may be changed in between. */
export function exchangesIn(attachment: Readonly<{ body: string }>): readonly Exchange[] | undefined {
  const before = read.get(attachment);
  return before?.body === attachment.body ? before.exchanges : parseExchanges(attachment.body);
}

/** Puts exchanges in place of an attachment's body. */
export function attachExchanges(attachment: { body: string }, exchanges: readonly Exchange[]): void {
  attachment.body = JSON.stringify(exchanges);
  read.set(attachment, { body: attachment.body, exchanges });
}

/** The exchanges in an attachment's body; undefined when it is no list of them, so that a bad attachment never breaks a report. */
export function parseExchanges(body: string): readonly Exchange[] | undefined {
  try {
    return exchanges.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}
