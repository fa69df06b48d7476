import { constants, X509Certificate } from "node:crypto";
import type { SecureContextOptions, TLSSocket } from "node:tls";
import type { Credentials } from "#engine/ports/link.ts";

/**
 * How links are encrypted. TLS proves that each end holds the key of the certificate that it shows; whose certificate it is, and whether it has ended,
 * the engine judges by the replication set's own authority and by the cluster's clock. So no name or date is asked of it here, and no session is
 * resumed: every connection proves both keys anew.
 */
export const linkTls = {
  minVersion: "TLSv1.3",
  secureOptions: constants.SSL_OP_NO_TICKET,
} as const satisfies SecureContextOptions;

/** `credentials` as TLS takes them. */
export function shown({ certificate, privateKey }: Credentials): Pick<SecureContextOptions, "cert" | "key"> {
  return { cert: certificate, key: privateKey };
}

/** The certificate that the other end showed, as PEM. */
export function peerOf(socket: TLSSocket): string | undefined {
  const certificate = socket.getPeerX509Certificate?.();
  return certificate instanceof X509Certificate ? certificate.toString() : undefined;
}
