import type { Server } from "node:net";

/** Address to listen on. Port 0 selects a free port. */
export type ListenAddress = Readonly<{ host: string; port: number }>;

/** The message contains the address. `code` is the system's error code, such as `EADDRINUSE`. */
class CannotListen extends Error {
  override readonly name = "CannotListen";
  readonly code: string;

  constructor(place: ListenAddress, cause: NodeJS.ErrnoException) {
    super(
      `${authority(place)} ${cause.code === "EADDRINUSE" ? "is in use" : `cannot be listened at: ${cause.message}`}`,
      {
        cause,
      },
    );
    this.code = cause.code ?? "";
  }
}

/** Makes `server` listen. Resolves to the address with the selected port. Rejects with {@link CannotListen}. */
export function listen(server: Server, place: ListenAddress): Promise<ListenAddress> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: NodeJS.ErrnoException) => reject(new CannotListen(place, cause));
    server.once("error", refuse);
    server.listen({ host: place.host, port: place.port }, () => {
      server.off("error", refuse);
      const address = server.address();
      resolve({ host: place.host, port: typeof address === "object" && address ? address.port : place.port });
    });
  });
}

/** Formats an address as in a URL, such as `127.0.0.1:8200` or `[::1]:8200`. */
export function authority({ host, port }: ListenAddress): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}
