/** A scheme, a host (a name, an IPv4 address, or an IPv6 address in brackets), and perhaps a port; slashes at the end are let pass. */
const origin = /^(https?:\/\/(?:[\w-]+(?:\.[\w-]+)*\.?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?)\/*$/i;

const maxPort = 65_535;

/**
 * The origin of another cluster's API, such as `http://10.0.0.5:8200`, without slashes at its end. Undefined when `address` is something else
 * or says more, such as a path, a query or a user: an attacker who gives the address would else choose what is called there.
 */
export function apiOrigin(address: string): string | undefined {
  const [, found, port = "0"] = origin.exec(address) ?? [];
  return Number(port) <= maxPort ? found : undefined;
}
