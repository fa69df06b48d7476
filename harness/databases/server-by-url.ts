import type { DatabaseServer } from "./database-server.ts";
import { mariadbByUrl } from "./mariadb-by-url.ts";
import { postgresqlByUrl } from "./postgresql-by-url.ts";
import { redisByUrl } from "./redis-by-url.ts";
import type { ServerProduct } from "./server-source.ts";

/** A server that runs already: its address with the administrator's credentials, what it is, for people, and who its certificate is from. */
export type RunningServer = Readonly<{
  url: string;
  description: string;
  /** PEM of the authority; left out where nothing is encrypted. */
  authority?: string | undefined;
}>;

const reachers: Readonly<Record<ServerProduct, (server: RunningServer) => DatabaseServer>> = {
  postgresql: postgresqlByUrl,
  mariadb: mariadbByUrl,
  redis: redisByUrl,
};

/** Reaches a server that runs already. Disposing closes our own connections and nothing else. */
export function serverByUrl(product: ServerProduct, server: RunningServer): DatabaseServer {
  return reachers[product](server);
}
