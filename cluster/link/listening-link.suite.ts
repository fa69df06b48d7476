import { WebSocket } from "ws";
import { credentialsForTests } from "#engine/ports/credentials-for-tests.suite.ts";
import type { Credentials } from "#engine/ports/link.ts";
import { type LinkOptions, type OpenLink, openLink } from "./open-link.ts";
import { linkTls, tlsOptions } from "./tls.ts";

/** Opens a link on a free port, with the test certificate of a cluster. */
export async function listeningLink(options: Partial<LinkOptions> & Pick<LinkOptions, "accept">): Promise<OpenLink> {
  const link = await openLink({ host: "127.0.0.1", port: 0, apiAddress: "http://127.0.0.1:2", ...options });
  link.serveAs(credentialsForTests.oslo);
  return link;
}

/**
 * Connects to a link as a peer that does not authenticate in the replication protocol. Without `credentials` (null),
 * the peer also presents no certificate in TLS.
 */
export function unauthenticatedPeer(
  { clusterAddress }: Pick<OpenLink, "clusterAddress">,
  { credentials = credentialsForTests.lima, ...options }: { credentials?: Credentials | null; origin?: string } = {},
): WebSocket {
  const tls = { ...linkTls, ...(credentials && tlsOptions(credentials)), rejectUnauthorized: false };
  return new WebSocket(clusterAddress, { ...tls, ...options }).on("error", () => {});
}
