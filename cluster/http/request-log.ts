import { randomUUID } from "node:crypto";
import { shownPath } from "#engine/api/values/shown-path.ts";
import type { Log } from "#engine/ports/log.ts";

/** A request and its reply. */
export type Exchange = Readonly<{
  /** Method, or undefined for an unreadable request. */
  method: string | undefined;
  target: string;
  namespace: string;
  remoteAddress: string;
  status: number;
  milliseconds: number;
  /** Request id of the engine, or undefined if the engine was not called. */
  requestId: string | undefined;
}>;

/** Called for each exchange when its reply is sent. */
export type RequestLog = (exchange: Exchange) => void;

/** Logs a line for each exchange, without headers, query and body, and so without secrets. */
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
