import Koa from "koa";
import type { Reply, Request } from "#engine/api/request.ts";
import { BodyTooLarge, hasBody, readBody } from "./body.ts";
import { errorReply, sendReply } from "./reply.ts";

/** What answers requests, such as an engine's `handle`. */
export type Handle = (request: Request) => Promise<Reply>;

export type ApplicationOptions = Readonly<{
  handle: Handle;
  /** How long a body may be, in bytes. */
  bodyLimit: number;
  /** Aborted when connections shall no longer be kept for further requests. */
  closing: AbortSignal;
}>;

/**
 * The HTTP edge: what stands below `/v1/` goes to `handle`, all else is not there (reference-wire.md, section 2).
 * There is nothing to route: paths, verbs and their refusals are the engine's, derived from its endpoint table.
 */
export function application({ handle, bodyLimit, closing }: ApplicationOptions): Koa {
  const koa = new Koa();
  koa.silent = true;
  koa.use(answer);
  return koa;

  async function answer(context: Koa.Context): Promise<void> {
    // Koa would drop the content type of an empty reply, which the reference sends.
    context.respond = false;
    const reply = context.url.startsWith("/v1/") ? await carry(context) : errorReply(404, []);
    if (closing.aborted) context.res.shouldKeepAlive = false;
    if (reply) sendReply(context.res, reply);
  }

  /** The engine's reply; none when there is nobody left to reply to. */
  async function carry({ req }: Koa.Context): Promise<Reply | undefined> {
    let body = "";
    if (hasBody(req)) {
      try {
        body = await readBody(req, bodyLimit);
      } catch (error) {
        return error instanceof BodyTooLarge ? errorReply(413, ["error parsing JSON"]) : undefined;
      }
    }
    return handle({
      method: req.method ?? "",
      target: req.url ?? "",
      // The one header that Node gives as a list is one that only replies have.
      headers: req.headers as Request["headers"],
      body,
      remoteAddress: req.socket.remoteAddress ?? "",
    });
  }
}
