// Loaded before the program (`--import`): each function of the service reports its calls to `callChain`.
import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { instrumented, recorderName } from "./instrument.ts";

type Call = Readonly<{ stop: string; cause: Call | undefined }>;

const calls = new AsyncLocalStorage<Call | undefined>();
const root = new URL("../../", import.meta.url).href;
const service = /^(?:engine|cluster)\/.*(?<!\.test|\.suite)\.ts$/;

Object.assign(globalThis, {
  [recorderName]: <T>(stop: string, body: () => T): T => calls.run({ stop, cause: calls.getStore() }, body),
});

registerHooks({
  load(url, context, nextLoad) {
    const file = url.startsWith(root) ? url.slice(root.length) : "";
    if (!service.test(file)) return nextLoad(url, context);
    return { ...nextLoad(url, context), source: instrumented(readFileSync(fileURLToPath(url), "utf8"), file) };
  },
});

export function callChain(): readonly string[] {
  const stops: string[] = [];
  for (let call = calls.getStore(); call; call = call.cause) stops.unshift(call.stop);
  return stops;
}

/** Runs `task` as the start of a new chain of calls, as for data from a socket. */
export function beginChain<T>(task: () => T): T {
  return calls.run(undefined, task);
}
