import { Agent as PlainAgent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { type Cloud, type CloudSurroundings, noSurroundings } from "#engine/ports/cloud.ts";
import { exchange } from "../exchange.ts";

/** Maximum length of an answer in bytes. The provider's answers have a few thousand items. */
const answerLimitBytes = 4 * 1024 * 1024;
/** Maximum number of connections to each of the provider's services. */
const connectionLimit = 32;

/** Sends requests to the provider's APIs. Disposing it aborts them and disconnects. */
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
