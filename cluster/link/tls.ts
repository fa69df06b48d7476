import { constants, X509Certificate } from "node:crypto";
import type { SecureContextOptions, TLSSocket } from "node:tls";
import type { Credentials } from "#engine/ports/link.ts";

/**
 * TLS settings of connections between clusters. TLS proves that an end has the private key of its certificate; the
 * engine checks the certificate itself. There are no session tickets, so that no connection is resumed without this
 * proof.
 */
export const linkTls = {
  minVersion: "TLSv1.3",
  secureOptions: constants.SSL_OP_NO_TICKET,
} as const satisfies SecureContextOptions;

export function tlsOptions({ certificate, privateKey }: Credentials): Pick<SecureContextOptions, "cert" | "key"> {
  return { cert: certificate, key: privateKey };
}

/** Returns the certificate of the other end as PEM, or undefined if the other end presented none. */
export function peerOf(socket: TLSSocket): string | undefined {
  const certificate = socket.getPeerX509Certificate?.();
  return certificate instanceof X509Certificate ? certificate.toString() : undefined;
}
