import { z } from "zod";
import type { BindAddress } from "#harness/faults/tcp-relay.ts";
import { fields } from "./target-problem.ts";

const maxPort = 65_535;
const form = /^(?<host>\[[0-9a-fA-F:]+\]|[^:\s]+):(?<port>\d{1,5})$/;

/** A text `HOST:PORT`. */
export const bindAddress = z
  .string({ error: "must be a text" })
  .min(1, { error: "must not be empty" })
  .refine((given) => Number(form.exec(given)?.groups?.port ?? maxPort + 1) <= maxPort, {
    error: "must be HOST:PORT, such as 0.0.0.0:4566; port 0 takes any",
  });

export function parsedBindAddress(text: string): BindAddress {
  const { host = "", port = "0" } = form.exec(text)?.groups ?? {};
  return { host: host.replace(/^\[|\]$/g, ""), port: Number(port) };
}

const fixed = bindAddress.refine((given) => !given.endsWith(":0"), { error: "must have a port, not 0" });

/** Relays in front of a cluster. */
export const relays = z.array(
  z
    .strictObject(
      { bind: fixed.transform(parsedBindAddress), to: fixed.transform(parsedBindAddress) },
      { error: fields("bind and to") },
    )
    .readonly(),
  { error: "must be a list of objects with bind and to" },
);

/** Relay in front of the database server. */
export const databaseRelay = z
  .strictObject(
    { bind: bindAddress.transform(parsedBindAddress), service: fixed.optional() },
    { error: fields("bind and service") },
  )
  .transform(({ bind, service }) => ({ bind, ...(service === undefined ? {} : { service }) }));
