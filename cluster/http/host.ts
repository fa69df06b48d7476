import type { IncomingMessage } from "node:http";

/** Matches a Host header: a name, IPv4 address, or IPv6 address in brackets, and an optional port (RFC 9110, 7.2). */
const hostAndPort = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const maxKnown = 64;

/** Returns true if the Host header of a request names this server. */
export type IsServed = (request: Pick<IncomingMessage, "rawHeaders" | "socket">) => boolean;

/**
 * Returns a function that checks the Host header of a request, as a protection against DNS rebinding. Accepts loopback
 * names and addresses, the local address of the connection, `bound`, and the names in `allowed`, with any port.
 */
export function servedHosts({ bound, allowed }: Readonly<{ bound: string; allowed: readonly string[] }>): IsServed {
  const names = new Set([bound, ...allowed].map(bracketed));
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

function nameOf(host: string): string {
  return hostAndPort.exec(host)?.[1]?.toLowerCase() ?? "";
}

function bracketed(host: string): string {
  const plain = host.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
  return plain.includes(":") && !plain.startsWith("[") ? `[${plain}]` : plain;
}
