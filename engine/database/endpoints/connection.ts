import { namedInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { Problem } from "../../api/problem.ts";
import type { Scene } from "../../core/mounts/mount-type.ts";
import { namesEndpoint } from "../../core/mounts/names-endpoint.ts";
import {
  type Connection,
  connectionData,
  connectionDeed,
  connectionFields,
  connections,
  hasLiteralPassword,
  reviseConnection,
  shownConnection,
} from "../connection.ts";
import { pluginNamed } from "../plugins/catalogue.ts";
import { loginRefusalText } from "../refusal.ts";
import type { Sessions } from "../sessions.ts";

const literalPasswordWarning =
  "Password found in connection_url, use a templated url to enable root rotation and prevent read access to password information.";

/** Connections to databases. Source: database-api.md, "Endpoints". */
export function connectionEndpoints(sessions: Sessions): readonly Endpoint<Scene>[] {
  return [
    namesEndpoint("config", "List the connections", connections.names),
    {
      path: "config/:name",
      operations: {
        read: operation({
          summary: "Read a connection, without its password",
          served: "locally",
          input: namedInput,
          output: connectionData,
          async run({ name }, { storage }: Scene) {
            const connection = await connections.read(storage, name);
            if (!connection) throw new Problem("absent", "");
            return { data: shownConnection(connection) };
          },
        }),
        write: operation({
          summary: "Configure a connection",
          served: "by-primary",
          input: connectionFields,
          exists: async ({ name }, { storage }: Scene) => (await connections.read(storage, name)) !== undefined,
          run: (wish, scene: Scene) =>
            scene.exclusive(connectionDeed(wish.name), async () => {
              const old = await connections.read(scene.storage, wish.name);
              const connection = reviseConnection(old, wish);
              if (connection.verifyConnection) await verify(connection, old, sessions);
              await scene.storage.commit([connections.put(wish.name, connection)]);
              await sessions.retire(wish.name, scene.mount);
              return hasLiteralPassword(connection.details) ? { warnings: [literalPasswordWarning] } : undefined;
            }),
        }),
        delete: operation({
          summary: "Forget a connection; open leases on it can then not be revoked",
          served: "by-primary",
          input: namedInput,
          run: ({ name }, scene: Scene) =>
            scene.exclusive(connectionDeed(name), async () => {
              await scene.storage.commit([connections.remove(name)]);
              await sessions.retire(name, scene.mount);
              return undefined;
            }),
        }),
      },
    },
  ];
}

/**
 * Throws a Problem "refused" when nobody can log in with what is configured. A password that is given in place of one that the root user
 * is being given must hold for good.
 */
async function verify(
  { pluginName, details, pendingPassword }: Connection,
  old: Connection | undefined,
  sessions: Sessions,
): Promise<void> {
  const plugin = pluginNamed(pluginName);
  const isUnderWay = pendingPassword === null && old !== undefined && old.pendingPassword !== null;
  try {
    if (isUnderWay) await sessions.settleAs(plugin, details, old.details.username ?? "");
    if (pendingPassword !== null && (await sessions.admits(plugin, { ...details, password: pendingPassword }))) return;
    await sessions.verify(plugin, details);
  } catch (cause) {
    const why = loginRefusalText(cause, [details.password ?? "", pendingPassword ?? ""]);
    throw new Problem("refused", `error creating database object: ${why}`, { cause });
  }
}
