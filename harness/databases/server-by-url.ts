import type { DatabaseServer, RunningServer } from "./database-server.ts";
import { mariadbByUrl } from "./mariadb-by-url.ts";
import { postgresqlByUrl } from "./postgresql-by-url.ts";
import { redisByUrl } from "./redis-by-url.ts";
import type { ServerProduct } from "./server-source.ts";

const reachers: Readonly<Record<ServerProduct, (server: RunningServer) => DatabaseServer>> = {
  postgresql: postgresqlByUrl,
  mariadb: mariadbByUrl,
  redis: redisByUrl,
};

export function serverByUrl(product: ServerProduct, server: RunningServer): DatabaseServer {
  return reachers[product](server);
}
