import { randomUUID } from "node:crypto";
import { shownPath } from "#engine/api/values/shown-path.ts";
import type { Log } from "#engine/ports/log.ts";

export type Exchange = Readonly<{
  /** Undefined if the request could not be parsed. */
  method: string | undefined;
  target: string;
  namespace: string;
  remoteAddress: string;
  status: number;
  milliseconds: number;
  /** Request id that the engine returned, if any. */
  requestId: string | undefined;
}>;

export type RequestLog = (exchange: Exchange) => void;

/**
 * Logs a line for each exchange. Of the request's headers, the line contains only the namespace; it contains neither
 * query nor body.
 */
export function requestLog(log: Log): RequestLog {
  return ({ method, target, namespace, remoteAddress, status, milliseconds, requestId }) => {
    log.info("request", {
      request_id: requestId ?? randomUUID(),
      method: method ?? null,
      path: shownPath(target),
      namespace,
      status,
      milliseconds: Math.round(milliseconds * 1000) / 1000,
      remote_address: remoteAddress,
    });
  };
}
