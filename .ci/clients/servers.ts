import { randomBytes } from "node:crypto";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { productOf } from "#harness/databases/product.ts";
import { serverByUrl } from "#harness/databases/server-by-url.ts";
import { type ServerProduct, served, sourceOf } from "#harness/databases/server-source.ts";
import { startServer } from "#harness/databases/start-server.ts";

type Login = Readonly<{ username: string; password: string }>;

/**
 * A database server for the programs of one client, as in `UNDERSTUDY_SERVERS`. Each client has its own users on it.
 */
export type ServerForFlows = Readonly<{
  product: ServerProduct;
  host: string;
  port: number;
  /** Fields of a database connection whose user is `root`. */
  connection: Readonly<Record<string, unknown>>;
  /** Creation statements of a role. The created users can log in. */
  creation: readonly string[];
  root: Login;
  /** A user that no role manages initially. */
  app: Login;
}>;

const passwordBytes = 16;

/**
 * Creates a client's users on a server. Returns the data that the client's programs need. Rejects
 * for the simulated database, which clients cannot reach.
 */
export async function serverForFlows(server: DatabaseServer, client: string): Promise<ServerForFlows> {
  if (server.kind === "simulated") throw new Error("the flows need a database server that clients can reach");
  const { connection, creation, makeUser, letChange } = productOf(server);
  const login = (role: string) => ({
    username: `${client}_${role}`,
    password: randomBytes(passwordBytes).toString("hex"),
  });
  const [root, app] = [login("root"), login("app")];
  await server.run([
    ...makeUser(root, { isManager: true }),
    ...makeUser(app),
    ...letChange(root.username, app.username),
  ]);
  const { hostname: host, port } = new URL(server.url);
  return { product: server.kind, host, port: Number(port), connection: connection(server, root), creation, root, app };
}

/**
 * Returns the PostgreSQL at `postgresqlUrl`, and a new MariaDB and a new Redis if they are available.
 * `missingCapability` has a text for each product that is unavailable.
 */
export async function flowServers(
  postgresqlUrl: string,
): Promise<
  AsyncDisposable & { readonly servers: readonly DatabaseServer[]; readonly missingCapability: readonly string[] }
> {
  await using starting = new AsyncDisposableStack();
  const description = "the PostgreSQL beside the clusters";
  const servers: DatabaseServer[] = [starting.use(serverByUrl("postgresql", { url: postgresqlUrl, description }))];
  const missingCapability: string[] = [];
  for (const product of ["mariadb", "redis"] as const) {
    const source = (await sourceOf(product, "programs")) ?? (await sourceOf(product));
    if (source) servers.push(starting.use(await startServer(product, { source })));
    else missingCapability.push(`${served[product].programs.join(" and ")} for the flows on ${product}`);
  }
  const stack = starting.move();
  return { servers, missingCapability, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
