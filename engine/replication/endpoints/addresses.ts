import { Problem } from "../../api/problem.ts";
import type { TrustedRoots } from "../../ports/link.ts";
import { apiOrigin } from "../operations/api-origin.ts";

export const maxAddresses = 8;

/** Links are encrypted, so schemes without encryption are not accepted. */
const clusterAddress = /^(?:wss|https):\/\/(?:[\w-]+(?:\.[\w-]+)*\.?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?\/?$/i;

const maxPort = 65_535;

function isClusterAddress(address: string): boolean {
  const found = clusterAddress.exec(address);
  return found !== null && Number(found[1] ?? 0) <= maxPort;
}

/** Returns the given cluster address, "" if none is given. Throws a Problem "refused" when it is invalid. */
export function clusterAddressIn({ primary_cluster_addr: given }: Readonly<{ primary_cluster_addr: string }>): string {
  if (given === "" || isClusterAddress(given)) return given;
  throw new Problem(
    "refused",
    "primary_cluster_addr must be wss:// or https://, a host and perhaps a port, and nothing else",
  );
}

/**
 * Returns the given cluster addresses. Throws a Problem "refused" when one is invalid, or when there are more than
 * {@link maxAddresses}.
 */
export function clusterAddresses(given: readonly string[]): readonly string[] {
  if (given.length > maxAddresses) {
    throw new Problem("refused", `update_primary_addrs: at most ${maxAddresses} addresses are tried`);
  }
  if (given.every(isClusterAddress)) return given;
  throw new Problem(
    "refused",
    "update_primary_addrs must be wss:// or https://, a host and perhaps a port, and nothing else",
  );
}

/**
 * Returns the given origin of the primary's API, "" if none is given. Throws a Problem "refused" when it is invalid.
 */
export function originIn({ primary_api_addr: given }: Readonly<{ primary_api_addr: string }>): string {
  const origin = given === "" ? "" : apiOrigin(given);
  if (origin !== undefined) return origin;
  throw new Problem(
    "refused",
    "primary_api_addr must be http:// or https://, a host and perhaps a port, and nothing else",
  );
}

/**
 * Returns the certificate authorities that may certify the primary's API; undefined if neither a file nor a folder is
 * given. Throws a Problem "refused" if both are given.
 */
export function rootsIn({
  ca_file: file,
  ca_path: folder,
}: Readonly<{ ca_file: string; ca_path: string }>): TrustedRoots | undefined {
  if (file !== "" && folder !== "") throw new Problem("refused", "ca_file and ca_path exclude one another");
  if (file !== "") return { file };
  return folder === "" ? undefined : { folder };
}
