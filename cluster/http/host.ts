import type { IncomingMessage } from "node:http";

/** A name or an IPv4 address, or an IPv6 address in brackets, and perhaps a port (RFC 9110, 7.2). */
const hostAndPort = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
/** Names of this machine that every resolver knows. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Spellings that are remembered: bounded, since a client can make up ports. */
const maxKnown = 64;

/** Says whether a request is meant for this server: see {@link servedHosts}. */
export type IsServed = (request: Pick<IncomingMessage, "rawHeaders" | "socket">) => boolean;

/**
 * Serves requests whose Host is the loopback interface, the address that the connection came in at, `bound`, or one of `allowed`; the port
 * does not matter. A web page whose own name was made to point to this machine (DNS rebinding) names itself there, and is not served.
 */
export function servedHosts({ bound, allowed }: Readonly<{ bound: string; allowed: readonly string[] }>): IsServed {
  const names = new Set([bound, ...allowed].map(bracketed));
  /** Spellings that were found to be ours: a client says the same each time. */
  const known = new Set<string>();

  function isOurs(host: string): boolean {
    if (known.has(host)) return true;
    const name = nameOf(host);
    const ours = loopback.test(name) || names.has(name);
    if (ours && known.size < maxKnown) known.add(host);
    return ours;
  }

  return ({ rawHeaders, socket }) => {
    const host = hostOf(rawHeaders);
    return host !== undefined && (isOurs(host) || nameOf(host) === bracketed(socket.localAddress ?? "none"));
  };
}

/** The value of the header; undefined when there is none, or several: of two, each reader may believe another (RFC 9112, 3.2). */
function hostOf(rawHeaders: readonly string[]): string | undefined {
  let host: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length !== 4 || name.toLowerCase() !== "host") continue;
    if (host !== undefined) return undefined;
    host = rawHeaders[at + 1];
  }
  return host;
}

/** The name in the header without its port; "" when it is none. */
function nameOf(host: string): string {
  return hostAndPort.exec(host)?.[1]?.toLowerCase() ?? "";
}

/** `host` as it stands in the header, in lower case; an IPv4 address that came over IPv6 is an IPv4 address. */
function bracketed(host: string): string {
  const plain = host.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
  return plain.includes(":") && !plain.startsWith("[") ? `[${plain}]` : plain;
}
