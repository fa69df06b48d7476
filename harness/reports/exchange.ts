import { z } from "zod";

/** Media type under which a step attaches one HTTP exchange; secrets are masked before (`maskExchange`). */
export const exchangeMediaType = "application/vnd.understudy.exchange+json";

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

/** The exchange in an attachment's body; undefined when it is none, so that a bad attachment never breaks a report. */
export function parseExchange(body: string): Exchange | undefined {
  try {
    return exchange.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}
