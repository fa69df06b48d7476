import type { IncomingMessage } from "node:http";

/**
 * A name, an IPv4 address or an IPv6 address in brackets, with an optional port (RFC 9110, 7.2).
 */
const hostAndPort = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
/** Names of the loopback interface. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Maximum number of cached Host values. A client can invent ports. */
const maxKnown = 64;

/** Returns true if a request is addressed to this server: see {@link servedHosts}. */
export type IsServed = (request: Pick<IncomingMessage, "rawHeaders" | "socket">) => boolean;

/**
 * Accepts requests whose Host is the loopback interface, the local address of the connection,
 * `bound`, or one of `allowed`, with any port. A web page whose name was rebound to this machine
 * (DNS rebinding) sends its own name and is refused.
 */
export function servedHosts({ bound, allowed }: Readonly<{ bound: string; allowed: readonly string[] }>): IsServed {
  const names = new Set([bound, ...allowed].map(bracketed));
  /** Cached Host values that are served. A client sends the same value each time. */
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

/** Returns the Host header, or undefined if it is missing or repeated (RFC 9112, 3.2). */
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

/** Returns the name in a Host header without its port, or "" if it is invalid. */
function nameOf(host: string): string {
  return hostAndPort.exec(host)?.[1]?.toLowerCase() ?? "";
}

/**
 * Formats `host` as in a Host header, in lower case. An IPv4 address mapped to IPv6 becomes IPv4.
 */
function bracketed(host: string): string {
  const plain = host.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
  return plain.includes(":") && !plain.startsWith("[") ? `[${plain}]` : plain;
}
