import { Agent as PlainAgent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { type Cloud, type CloudSurroundings, noSurroundings } from "#engine/ports/cloud.ts";
import { exchange } from "../exchange.ts";

const answerLimitBytes = 4 * 1024 * 1024;
const connectionLimit = 32;

/** Sends requests to the cloud provider over HTTP or HTTPS. Disposing aborts requests in progress. */
export function httpCloud(surroundings: CloudSurroundings = noSurroundings): Cloud & Disposable {
  const settings = { keepAlive: true, maxSockets: connectionLimit };
  const plain = new PlainAgent(settings);
  const secure = new SecureAgent(settings);
  const stopping = new AbortController();
  return {
    surroundings,
    exchange: (request) =>
      exchange({
        ...request,
        answerLimitBytes,
        agent: request.url.startsWith("https:") ? secure : plain,
        signal: stopping.signal,
      }),
    [Symbol.dispose]() {
      stopping.abort(new Error("the cluster stops"));
      plain.destroy();
      secure.destroy();
    },
  };
}
