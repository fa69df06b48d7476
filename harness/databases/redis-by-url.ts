import { ErrorReply, RedisClient } from "@redis/client";
import { textsIn } from "#cluster/databases/redis/redis-wire.ts";
import type { DatabaseServer, RunningServer } from "./database-server.ts";
import { urlFor } from "./url-for.ts";

const protocol = { RESP: 2 } as const;
const newClient = RedisClient.factory(protocol);
const connectMilliseconds = 10_000;
const answersMilliseconds = 5_000;

/**
 * Connects to a running Redis server at `redis://user:password@host:port`. Statements are commands as JSON arrays of
 * words. `column` returns the values in the reply. Disposing does not end the server.
 */
export function redisByUrl({ url, description, authority }: RunningServer): DatabaseServer {
  const connected = (address: string, milliseconds = connectMilliseconds) =>
    connectedClient(clientFor(address, { authority, connectTimeout: milliseconds }));
  let administrator: Promise<Client> | undefined;

  async function ask(statement: string, isAgain = false): Promise<unknown> {
    administrator ??= connected(url);
    const client = await administrator.catch((error: unknown) => {
      administrator = undefined;
      throw error;
    });
    if (!client.isReady) {
      administrator = undefined;
      if (isAgain) throw new Error(`${description} ends every connection`);
      return ask(statement, true);
    }
    return client.sendCommand(JSON.parse(statement) as string[]);
  }

  return {
    kind: "redis",
    description,
    authority,
    url,
    urlFor: (username, password) => urlFor(url, username, password),
    async run(statements) {
      for (const statement of statements) await ask(statement);
    },
    column: async (query) => textsIn(await ask(query)),
    async accepts(username, password) {
      try {
        (await connected(urlFor(url, username, password))).destroy();
        return true;
      } catch (error) {
        if (error instanceof ErrorReply && /^WRONGPASS\b/.test(error.message)) return false;
        throw error;
      }
    },
    async answers() {
      try {
        (await connected(url, answersMilliseconds)).destroy();
        return true;
      } catch (error) {
        return error instanceof ErrorReply;
      }
    },
    async [Symbol.asyncDispose]() {
      const client = await administrator?.catch(() => undefined);
      administrator = undefined;
      client?.destroy();
    },
  };
}

type Client = ReturnType<typeof clientFor>;

type ClientOptions = Readonly<{ authority: string | undefined; connectTimeout: number }>;

function clientFor(text: string, { authority, connectTimeout }: ClientOptions) {
  const { hostname, port, username, password } = new URL(text);
  return newClient({
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    socket: {
      host: hostname,
      port: Number(port || 6379),
      connectTimeout,
      reconnectStrategy: false,
      ...(authority ? { tls: true, ca: authority } : {}),
    },
    disableClientInfo: true,
    disableOfflineQueue: true,
    ...protocol,
  });
}

async function connectedClient(client: Client): Promise<Client> {
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.destroy();
    throw error;
  }
}
