import Koa from "koa";
import type { Reply, Request } from "#engine/api/request.ts";
import type { Limits } from "../limits.ts";
import { BodyTooLarge, hasBody, readBody } from "./body.ts";
import { heldBytes } from "./held-bytes.ts";
import type { IsServed } from "./host.ts";
import { errorReply, sendReply } from "./reply.ts";
import type { RequestLog } from "./request-log.ts";
import { unreadReplies } from "./unread-replies.ts";

/** What answers requests, such as an engine's `handle`. */
export type Handle = (request: Request) => Promise<Reply>;

export type ApplicationOptions = Readonly<{
  handle: Handle;
  /** Whether a request is meant for this server, by its Host. */
  isServed: IsServed;
  limits: Pick<
    Limits,
    "bodyBytes" | "targetBytes" | "headerCount" | "replyStallSeconds" | "unreadReplyBytes" | "unfinishedBodyBytes"
  >;
  /** Called with every exchange. */
  log?: RequestLog | undefined;
  /** Aborted when connections shall no longer be kept for further requests. */
  closing: AbortSignal;
}>;

/**
 * The HTTP edge: what stands below `/v1/` goes to `handle`, all else is not there (reference-wire.md, section 2).
 * There is nothing to route: paths, verbs and their refusals are the engine's, derived from its endpoint table.
 */
export function application({ handle, isServed, limits, log, closing }: ApplicationOptions): Koa {
  const koa = new Koa();
  koa.silent = true;
  koa.use(answer);
  const unread = unreadReplies(limits);
  const unfinished = heldBytes(limits.unfinishedBodyBytes);
  return koa;

  async function answer(context: Koa.Context): Promise<void> {
    // Koa would drop the content type of an empty reply, which the reference sends.
    context.respond = false;
    const start = log ? performance.now() : 0;
    const reply = refusedUnread(context) ?? (await carry(context));
    if (closing.aborted) context.res.shouldKeepAlive = false;
    if (!reply) return;
    sendReply(context.res, reply);
    unread.sent(context.res);
    log?.({ ...described(context), ...reply, requestId: reply.requestId, milliseconds: performance.now() - start });
  }

  /** The reply to what is not looked into. */
  function refusedUnread({ req, url }: Koa.Context): Reply | undefined {
    if (!isServed(req)) return errorReply(403, [foreignHost]);
    if (url.length > limits.targetBytes) return errorReply(414, []);
    if (req.rawHeaders.length > 2 * limits.headerCount) return errorReply(431, []);
    return url.startsWith("/v1/") ? undefined : errorReply(404, []);
  }

  /** The engine's reply; none when the client has gone. */
  async function carry({ req }: Koa.Context): Promise<Reply | undefined> {
    let body = "";
    if (hasBody(req)) {
      try {
        body = await readBody(req, { limit: limits.bodyBytes, held: unfinished });
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

const foreignHost =
  "the Host of this request is not served: it has to be localhost, the address that the cluster listens at, or an allowed host";

function described({ req }: Koa.Context) {
  const namespace = req.headers["x-vault-namespace"] ?? req.headers["x-svc-namespace"] ?? "";
  return {
    method: req.method,
    target: req.url ?? "",
    namespace: String(namespace),
    remoteAddress: req.socket.remoteAddress ?? "",
  };
}
