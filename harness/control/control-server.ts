import { createHash, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { Router, type RouterContext } from "@koa/router";
import Koa from "koa";
import { BodyTooLarge, hasBody, readBody } from "#cluster/http/body.ts";
import { processMemory } from "#cluster/http/held-bytes.ts";
import { servedHosts } from "#cluster/http/host.ts";
import { oneAfterAnother } from "#cluster/http/pipelining.ts";
import { defaultLimits } from "#cluster/limits.ts";
import { authority, listen } from "#cluster/listen.ts";
import type { Controls } from "./controls.ts";
import { FaultController } from "./fault-controller.ts";
import type { HistoryRecording } from "./history-recording.ts";
import { openApi } from "./open-api.ts";
import { type Operation, operations } from "./operations.ts";
import { RequestError } from "./request-error.ts";

const maxBodyBytes = 64 * 1024;
const maxPieces = 1024;
/** Maximum total size of the request bodies in memory, in bytes. */
const maxHeldBytes = 1024 * 1024;
const maxConnections = 256;
const requestMilliseconds = 10_000;
/** Time after which a closing server destroys connections that are still open, in milliseconds. */
const closingMilliseconds = 1_000;

export type ControlOptions = Readonly<{
  /** Port of 127.0.0.1, or 0 for a free one. */
  port: number;
  token: string;
  controls: Controls;
  history: HistoryRecording;
  version: string;
}>;

export interface ControlServer extends AsyncDisposable {
  readonly url: string;
}

/**
 * Starts an HTTP server for faults on the loopback interface. Clients must send a Host header of this machine and,
 * except for `/openapi.json`, the token. Requests with an Origin header are refused. Rejects with a `CannotListen` if
 * the port is in use.
 */
export async function controlServer({
  port,
  token,
  controls,
  history,
  version,
}: ControlOptions): Promise<ControlServer> {
  const controller = new FaultController(controls);
  const router = new Router();
  const held = processMemory.controlBodies.upTo(maxHeldBytes);
  let last: Promise<unknown> = Promise.resolve();
  const state = () => ({ ...controller.state, history: history.state });

  // Created once, because it is served without a token.
  const description = openApi(version);
  router.get("/openapi.json", (context) => answer(context, 200, description));
  router.get("/v1/state", (context) => answer(context, 200, state()));
  router.get("/v1/history", (context) => {
    context.type = "application/x-ndjson";
    context.body = history.read({ follow: context.query.follow === "true" });
  });
  for (const operation of operations) {
    router.post(operation.path, async (context) => {
      const body = parsed(operation, await textOf(context));
      const done = last.then(() => operation.run({ controller, controls }, body, String(context.params.cluster)));
      last = done.catch(() => {});
      await done;
      answer(context, 200, state());
    });
  }

  async function textOf({ req }: RouterContext): Promise<string> {
    if (!hasBody(req)) return "";
    try {
      return await readBody(req, { limit: maxBodyBytes, pieces: maxPieces, held });
    } catch (error) {
      if (error instanceof BodyTooLarge) throw new RequestError(413, error.message);
      throw error;
    }
  }

  const isServed = servedHosts({ bound: "127.0.0.1", allowed: [] });
  const koa = new Koa();
  koa.silent = true;
  koa.use(async (context, next) => {
    if (!isServed(context.req)) return answer(context, 403, { errors: ["the Host of this request is not served"] });
    if (context.get("origin") !== "") return answer(context, 403, { errors: ["web pages are not served"] });
    if (context.path !== "/openapi.json" && !isToken(context.get("authorization"), token))
      return answer(context, 403, { errors: ["permission denied: send Authorization: Bearer with the control token"] });
    try {
      await next();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      answer(context, error.status, { errors: [error.message] });
    }
  });
  koa.use(router.routes());
  koa.use((context) => {
    const known = router.stack.map(({ path }) => path);
    answer(context, 404, {
      errors: [`there is no ${context.method} ${context.path} here; known: ${known.join(", ")}`],
    });
  });

  const server = createServer({ requestTimeout: requestMilliseconds });
  server.maxConnections = maxConnections;
  const closing = new AbortController();
  // Requests of one connection are served one after another: many at once would delay the clusters, which share the
  // process, and fill memory with replies.
  const { connected, requested } = oneAfterAnother({
    listener: koa.callback(),
    limits: defaultLimits,
    closing: closing.signal,
  });
  server.on("connection", connected);
  server.on("request", requested);
  const bound = await listen(server, { host: "127.0.0.1", port });
  return {
    url: `http://${authority(bound)}`,
    async [Symbol.asyncDispose]() {
      closing.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const patience = setTimeout(() => server.closeAllConnections(), closingMilliseconds);
      await closed;
      clearTimeout(patience);
      await last;
    },
  };
}

function answer(context: Koa.Context | RouterContext, status: number, body: object): void {
  context.status = status;
  context.type = "application/json";
  context.body = `${JSON.stringify(body)}\n`;
}

function isToken(header: string, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(header), digest(`Bearer ${token}`));
}

function parsed({ body }: Operation, text: string): unknown {
  let value: unknown = {};
  try {
    if (text.trim() !== "") value = JSON.parse(text);
  } catch {
    throw new RequestError(400, "the body is not JSON");
  }
  const { success, data, error } = body.safeParse(value);
  if (success) return data;
  throw new RequestError(400, error.issues.map(({ path, message }) => [...path, message].join(": ")).join("; "));
}
