import type { RequestListener } from "node:http";
import Koa from "koa";
import type { Reply, Request, RequestHead } from "#engine/api/request.ts";
import type { Limits } from "../limits.ts";
import { announcedLength, BodyTooLarge, hasBody, readBody } from "./body.ts";
import { processMemory } from "./held-bytes.ts";
import type { IsServed } from "./host.ts";
import { errorReply, sendReply } from "./reply.ts";
import type { RequestLog } from "./request-log.ts";
import { unreadReplies } from "./unread-replies.ts";

export type Handle = (request: Request) => Promise<Reply>;

/** Returns true if the requested operation accepts a body that is longer than `shortBodyBytes`. */
export type TakesLongBody = (head: RequestHead) => Promise<boolean>;

export type ApplicationOptions = Readonly<{
  handle: Handle;
  takesLongBody: TakesLongBody;
  isServed: IsServed;
  limits: Pick<
    Limits,
    | "bodyBytes"
    | "shortBodyBytes"
    | "bodyPieces"
    | "targetBytes"
    | "headerCount"
    | "replyStallSeconds"
    | "unreadReplyBytes"
    | "unfinishedBodyBytes"
  >;
  log?: RequestLog | undefined;
  /** Aborted when the server begins to stop. Responses that are sent afterwards close their connections. */
  closing: AbortSignal;
}>;

/**
 * Creates the request listener of the HTTP server. Passes requests below `/v1/` to `handle`, and responds with 404 to
 * other paths (W2-22). Some requests are refused before that.
 */
export function application({
  handle,
  takesLongBody,
  isServed,
  limits,
  log,
  closing,
}: ApplicationOptions): RequestListener {
  const koa = new Koa();
  koa.silent = true;
  koa.on("error", koa.onerror);
  const unread = unreadReplies(limits, closing);
  const unfinished = processMemory.unfinishedBodies.upTo(limits.unfinishedBodyBytes);
  // Not koa.callback(): it adds and removes four listeners for each response, for errors on which Node closes the
  // connection by itself. Koa does not send the responses either: it would drop the content type of an empty response,
  // which the reference sends.
  return (request, response) => {
    const context = koa.createContext(request, response);
    answer(context).catch((error: Error) => context.onerror(error));
  };

  async function answer(context: Koa.Context): Promise<void> {
    const start = log ? performance.now() : 0;
    const reply = refusedEarly(context) ?? (await callHandler(context));
    if (closing.aborted) context.res.shouldKeepAlive = false;
    if (!reply) return;
    sendReply(context.res, reply);
    unread.sent(context.res);
    log?.({ ...logFields(context), ...reply, requestId: reply.requestId, milliseconds: performance.now() - start });
  }

  function refusedEarly({ req, url }: Koa.Context): Reply | undefined {
    if (!isServed(req)) return errorReply(403, [hostNotServed]);
    if (url.length > limits.targetBytes) return errorReply(414, []);
    if (req.rawHeaders.length > 2 * limits.headerCount) return errorReply(431, []);
    return url.startsWith("/v1/") ? undefined : errorReply(404, []);
  }

  async function callHandler({ req }: Koa.Context): Promise<Reply | undefined> {
    const head: RequestHead = {
      method: req.method ?? "",
      target: req.url ?? "",
      // Node returns only one header as a list, and it occurs only in replies.
      headers: req.headers as Request["headers"],
      remoteAddress: req.socket.remoteAddress ?? "",
    };
    let body = "";
    if (hasBody(req)) {
      try {
        const short = Math.min(limits.shortBodyBytes, limits.bodyBytes);
        // Most bodies are announced as short and need no check.
        const limit = announcedLength(req) > short && (await takesLongBody(head)) ? limits.bodyBytes : short;
        body = await readBody(req, { limit, pieces: limits.bodyPieces, held: unfinished });
      } catch (error) {
        return error instanceof BodyTooLarge ? errorReply(413, [`error parsing JSON: ${error.message}`]) : undefined;
      }
    }
    return handle({ ...head, body });
  }
}

const hostNotServed =
  "the Host of this request is not served: it has to be localhost, the address that the cluster listens at, or an allowed host";

function logFields({ req }: Koa.Context) {
  const namespace = req.headers["x-vault-namespace"] ?? req.headers["x-svc-namespace"] ?? "";
  return {
    method: req.method,
    target: req.url ?? "",
    namespace: String(namespace),
    remoteAddress: req.socket.remoteAddress ?? "",
  };
}
