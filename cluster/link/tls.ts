import { constants, X509Certificate } from "node:crypto";
import type { SecureContextOptions, TLSSocket } from "node:tls";
import type { Credentials } from "#engine/ports/link.ts";

/**
 * TLS settings of links. TLS proves that each end holds the key of its certificate. The engine
 * checks the identity by the replication set's authority and the expiry by the cluster's clock, so
 * no names or dates are checked here. Sessions are not resumed, so that every connection proves
 * both keys.
 */
export const linkTls = {
  minVersion: "TLSv1.3",
  secureOptions: constants.SSL_OP_NO_TICKET,
} as const satisfies SecureContextOptions;

/** Converts credentials to TLS options. */
export function tlsOptions({ certificate, privateKey }: Credentials): Pick<SecureContextOptions, "cert" | "key"> {
  return { cert: certificate, key: privateKey };
}

/** Returns the certificate of the other end as PEM. */
export function peerOf(socket: TLSSocket): string | undefined {
  const certificate = socket.getPeerX509Certificate?.();
  return certificate instanceof X509Certificate ? certificate.toString() : undefined;
}
