import { createHash, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { Router, type RouterContext } from "@koa/router";
import Koa from "koa";
import { BodyTooLarge, hasBody, readBody } from "#cluster/http/body.ts";
import { processMemory } from "#cluster/http/held-bytes.ts";
import { servedHosts } from "#cluster/http/host.ts";
import { oneAfterAnother } from "#cluster/http/pipelining.ts";
import { usualLimits } from "#cluster/limits.ts";
import { authority, listen } from "#cluster/listen.ts";
import type { Controls } from "./controls.ts";
import { FaultBoard } from "./fault-board.ts";
import type { HistoryRecording } from "./history-recording.ts";
import { Misuse } from "./misuse.ts";
import { openApi } from "./open-api.ts";
import { type Operation, operations } from "./operations.ts";

/** No operation needs a longer body. */
const maxBodyBytes = 64 * 1024;
/** No client sends one in so many pieces. */
const maxPieces = 1024;
/** Of all bodies that are on their way. */
const maxHeldBytes = 1024 * 1024;
/** At a time. A program needs one, and one for each reader that follows the history. */
const maxConnections = 256;
/** How long a client may take to send a request. */
const requestMilliseconds = 10_000;
/** How long who reads the history may take to read its end. */
const closingMilliseconds = 1_000;

export type ControlOptions = Readonly<{
  /** Of 127.0.0.1; 0 for any that is free. */
  port: number;
  token: string;
  controls: Controls;
  history: HistoryRecording;
  version: string;
}>;

/** An endpoint that lets others bring about faults. */
export interface ControlServer extends AsyncDisposable {
  /** Such as `http://127.0.0.1:8300`. */
  readonly url: string;
}

/**
 * Serves faults by HTTP on the loopback interface. Who asks has to name this host, must not be a web page, and shows the token, as at a cluster.
 * Operations are carried out one after the other. Rejects with a `CannotListen` where the port is in use.
 */
export async function controlServer({
  port,
  token,
  controls,
  history,
  version,
}: ControlOptions): Promise<ControlServer> {
  const board = new FaultBoard(controls);
  const router = new Router();
  const held = processMemory.controlBodies.upTo(maxHeldBytes);
  let before: Promise<unknown> = Promise.resolve();
  const state = () => ({ ...board.state, history: history.state });

  // Made once: who asks for it shows no token.
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
      const carriedOut = before.then(() => operation.run({ board, controls }, body, String(context.params.cluster)));
      before = carriedOut.catch(() => {});
      await carriedOut;
      answer(context, 200, state());
    });
  }

  async function textOf({ req }: RouterContext): Promise<string> {
    if (!hasBody(req)) return "";
    try {
      return await readBody(req, { limit: maxBodyBytes, pieces: maxPieces, held });
    } catch (error) {
      if (error instanceof BodyTooLarge) throw new Misuse(413, error.message);
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
      return answer(context, 403, { errors: ["permission denied: say Authorization: Bearer and the control token"] });
    try {
      await next();
    } catch (error) {
      if (!(error instanceof Misuse)) throw error;
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
  // Many requests at once would keep the clusters of the process waiting, and their replies in memory.
  const { connected, requested } = oneAfterAnother({
    listener: koa.callback(),
    limits: usualLimits,
    closing: closing.signal,
  });
  server.on("connection", connected);
  server.on("request", requested);
  const place = await listen(server, { host: "127.0.0.1", port });
  return {
    url: `http://${authority(place)}`,
    async [Symbol.asyncDispose]() {
      closing.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const patience = setTimeout(() => server.closeAllConnections(), closingMilliseconds);
      await closed;
      clearTimeout(patience);
      await before;
    },
  };
}

function answer(context: Koa.Context | RouterContext, status: number, body: object): void {
  context.status = status;
  context.type = "application/json";
  context.body = `${JSON.stringify(body)}\n`;
}

/** Whether a header shows the token; how long that takes does not tell how much of it is right. */
function isToken(header: string, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(header), digest(`Bearer ${token}`));
}

/** The body of an operation; none is an empty one. Throws a {@link Misuse} that names the field. */
function parsed({ body }: Operation, text: string): unknown {
  let value: unknown = {};
  try {
    if (text.trim() !== "") value = JSON.parse(text);
  } catch {
    throw new Misuse(400, "the body is no JSON");
  }
  const { success, data, error } = body.safeParse(value);
  if (success) return data;
  throw new Misuse(400, error.issues.map(({ path, message }) => [...path, message].join(": ")).join("; "));
}
