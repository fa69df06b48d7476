const origin = /^(https?:\/\/(?:[\w-]+(?:\.[\w-]+)*\.?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?)\/*$/i;

const maxPort = 65_535;

/**
 * Returns the origin of another cluster's API, such as `http://10.0.0.5:8200`, without trailing slashes. Returns
 * undefined for other text, such as an address with a path, a query or a user: with them an attacker could choose the
 * request that this cluster sends.
 */
export function apiOrigin(address: string): string | undefined {
  const [, found, port = "0"] = origin.exec(address) ?? [];
  return Number(port) <= maxPort ? found : undefined;
}
