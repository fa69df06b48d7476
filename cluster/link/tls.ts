import { constants, X509Certificate } from "node:crypto";
import type { SecureContextOptions, TLSSocket } from "node:tls";
import type { Credentials } from "#engine/ports/link.ts";

/**
 * TLS settings of connections between clusters. TLS proves only that each end has the private key of its certificate.
 * Names and dates are not checked here: the engine checks the signer of the certificate, and its expiry by the clock of
 * the cluster. TLS sessions are not resumed, so every connection proves both keys.
 */
export const linkTls = {
  minVersion: "TLSv1.3",
  secureOptions: constants.SSL_OP_NO_TICKET,
} as const satisfies SecureContextOptions;

export function tlsOptions({ certificate, privateKey }: Credentials): Pick<SecureContextOptions, "cert" | "key"> {
  return { cert: certificate, key: privateKey };
}

/** Returns the certificate of the other end as PEM; undefined if it presented none. */
export function peerOf(socket: TLSSocket): string | undefined {
  const certificate = socket.getPeerX509Certificate?.();
  return certificate instanceof X509Certificate ? certificate.toString() : undefined;
}
