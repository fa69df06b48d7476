import { Problem } from "../../../api/problem.ts";
import { type DatabaseAddress, maxConnectSeconds } from "../../../ports/databases.ts";
import { fillUrl } from "../../connections/connection-url.ts";
import type { Details } from "../plugin.ts";
import { connectionSettings } from "./postgresql-settings.ts";

/**
 * Fills the templates of `connection_url` and parses it: a URL, or a list of settings such as
 * `host=db user={{username}} password={{password}} dbname=shop`. If it is invalid, throws a Problem
 * "refused" whose text does not contain it.
 */
export function postgresqlAddress(details: Details): DatabaseAddress & { kind: "postgresql" } {
  if (!details.connection_url) throw new Problem("refused", "connection_url cannot be empty");
  const settings = connectionSettings(fillUrl(details.connection_url, details));
  if (!settings) {
    throw new Problem(
      "refused",
      "connection_url is neither a PostgreSQL URL, in which special characters are percent-encoded, nor a list of settings",
    );
  }
  checkConnectTimeout(settings.values.connect_timeout ?? "");
  return { kind: "postgresql", settings: settings.values };
}

function checkConnectTimeout(text: string): void {
  if (/^\d{0,9}$/.test(text) && Number(text) <= maxConnectSeconds) return;
  throw new Problem(
    "refused",
    `connection_url has an invalid connect_timeout: it is a number of seconds from 0 to ${maxConnectSeconds}, 0 being the usual time`,
  );
}
