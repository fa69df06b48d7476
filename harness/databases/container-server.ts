import { randomBytes } from "node:crypto";
import type { GenericContainer, StartedTestContainer } from "testcontainers";
import { noHealthCheck, startReapedContainer } from "#harness/reaper/reaped-container.ts";
import type { DatabaseServer } from "./database-server.ts";
import { authorityCertificate, serverKey } from "./known-authority.ts";
import { loginRules } from "./postgresql-login-rules.ts";
import { serverByUrl } from "./server-by-url.ts";
import { serverCertificateFor } from "./server-certificate.ts";
import { type ServerProduct, served } from "./server-source.ts";

type Recipe = Readonly<{
  port: number;
  make(image: string, password: string, isEncrypted: boolean): Promise<GenericContainer>;
  address(password: string, at: string): string;
  /** Name of the system user in the container that runs the server. */
  user: string;
  /** Arguments that make the server require TLS with the files in {@link tlsFolder}. */
  tls: readonly string[];
}>;

const tlsFolder = "/run/understudy-tls";

/** Path of the Redis configuration file in the container. The file contains the password. */
const redisSettings = "/tmp/understudy-redis.conf";

/** The image starts PostgreSQL to create the database, then again. */
const startsOfPostgresql = 2;

const recipes: Readonly<Record<ServerProduct, Recipe>> = {
  postgresql: {
    port: 5432,
    async make(image, password) {
      const { PostgreSqlContainer } = await import("@testcontainers/postgresql");
      const { Wait } = await import("testcontainers");
      const isReady = Wait.forLogMessage(/database system is ready to accept connections/, startsOfPostgresql);
      return new PostgreSqlContainer(image)
        .withHealthCheck(noHealthCheck)
        .withWaitStrategy(Wait.forAll([isReady, Wait.forListeningPorts()]))
        .withUsername("postgres")
        .withPassword(password)
        .withDatabase("postgres")
        .withTmpFs({ "/var/lib/postgresql/data": "rw" })
        .withCommand(["postgres", "-c", "fsync=off", "-c", "timezone=UTC"]);
    },
    address: (password, at) => `postgresql://postgres:${password}@${at}/postgres`,
    user: "postgres",
    tls: [
      ...["ssl=on", `ssl_cert_file=${tlsFolder}/server.pem`, `ssl_key_file=${tlsFolder}/server.key`],
      ...[`ssl_ca_file=${tlsFolder}/authority.pem`, `hba_file=${tlsFolder}/logins`],
    ].flatMap((setting) => ["-c", setting]),
  },
  mariadb: {
    port: 3306,
    async make(image, password, isEncrypted) {
      const { MariaDbContainer } = await import("@testcontainers/mariadb");
      const { Wait } = await import("testcontainers");
      const made = new MariaDbContainer(image).withRootPassword(password).withTmpFs({ "/var/lib/mysql": "rw" });
      // The health check of the image connects without TLS.
      return isEncrypted ? made.withWaitStrategy(Wait.forLogMessage(/port: 3306/)) : made;
    },
    address: (password, at) => `mysql://root:${password}@${at}/`,
    user: "mysql",
    tls: [`--ssl-cert=${tlsFolder}/server.pem`, `--ssl-key=${tlsFolder}/server.key`, "--require-secure-transport=ON"],
  },
  redis: {
    port: 6379,
    async make(image, password, isEncrypted) {
      const { GenericContainer: Container, Wait } = await import("testcontainers");
      const port = isEncrypted ? "0" : "6379";
      // A command line is visible to every user of the host, so the password is in a file.
      const settings = `requirepass ${password}\nport ${port}\nsave ""\nappendonly no\n`;
      return new Container(image)
        .withCopyContentToContainer([{ content: settings, target: redisSettings }])
        .withCommand(["redis-server", "--include", redisSettings])
        .withExposedPorts(6379)
        .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/));
    },
    address: (password, at) => `redis://default:${password}@${at}`,
    user: "redis",
    tls: [
      ...["--tls-port", "6379", "--tls-auth-clients", "no"],
      ...["--tls-cert-file", `${tlsFolder}/server.pem`, "--tls-key-file", `${tlsFolder}/server.key`],
      ...["--tls-ca-cert-file", `${tlsFolder}/authority.pem`],
    ],
  },
};

/**
 * Starts a database server in a container with testcontainers. The container is removed on dispose, or when this
 * process dies. Rejects with an `Unavailable`, usually because Docker is missing.
 */
export async function containerServer(
  product: ServerProduct,
  { isEncrypted = false }: Readonly<{ isEncrypted?: boolean }> = {},
): Promise<DatabaseServer> {
  const { image } = served[product];
  const recipe = recipes[product];
  const password = randomBytes(16).toString("hex");
  const { container, end } = await startReapedContainer<StartedTestContainer>({
    image,
    instead: "--databases embedded",
    async make() {
      const made = await recipe.make(image, password, isEncrypted);
      return isEncrypted ? encrypted(made, recipe, await dockerHost()) : made;
    },
  });
  const server = serverByUrl(product, {
    url: recipe.address(password, `${container.getHost()}:${container.getMappedPort(recipe.port)}`),
    description: `container ${image}`,
    authority: isEncrypted ? authorityCertificate : undefined,
  });
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await end();
    },
  };
}

async function dockerHost(): Promise<string> {
  const { getContainerRuntimeClient } = await import("testcontainers");
  return (await getContainerRuntimeClient()).info.containerRuntime.host;
}

/**
 * Configures a container for TLS. The certificate files get the server's user as their owner before the image's entry
 * point runs, because servers refuse a private key that others can read.
 */
function encrypted(made: GenericContainer, { user, tls }: Recipe, host: string): GenericContainer {
  const files = {
    "server.pem": serverCertificateFor(host),
    "server.key": serverKey,
    "authority.pem": authorityCertificate,
    logins: loginRules,
  };
  const begin = [
    `cp -r /tmp/understudy-tls ${tlsFolder}`,
    `chown -R ${user} ${tlsFolder}`,
    `chmod 600 ${tlsFolder}/server.key`,
    // The first parameter of `sh -c` is `$0`; the command of the image follows in "$@".
    `exec docker-entrypoint.sh "$@" ${tls.join(" ")}`,
  ].join(" && ");
  return made
    .withCopyContentToContainer(
      Object.entries(files).map(([name, content]) => ({
        content: `${content}\n`,
        target: `/tmp/understudy-tls/${name}`,
      })),
    )
    .withEntrypoint(["sh", "-c", begin, "sh"]);
}
