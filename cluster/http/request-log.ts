import { randomUUID } from "node:crypto";
import { shownPath } from "#engine/api/shown-path.ts";
import type { Log } from "#engine/ports/log.ts";

/** What came in and how it was answered. */
export type Exchange = Readonly<{
  /** Undefined for what could not be read as a request. */
  method: string | undefined;
  target: string;
  namespace: string;
  remoteAddress: string;
  status: number;
  milliseconds: number;
  /** The engine's; undefined where it was not asked. */
  requestId: string | undefined;
}>;

/** Told of each exchange when its reply goes out. */
export type RequestLog = (exchange: Exchange) => void;

/** Writes a line for each exchange: neither headers nor query nor body, and so no secret. */
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
