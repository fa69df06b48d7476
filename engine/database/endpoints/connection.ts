import { namedInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { Problem } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { namesEndpoint } from "../../core/mounts/names-endpoint.ts";
import { checkName } from "../check-name.ts";
import {
  type Connection,
  connectionData,
  connectionFields,
  connectionLock,
  connections,
  hasLiteralPassword,
  passwordsOf,
  reviseConnection,
  shownConnection,
} from "../connection.ts";
import { checkNotManaged } from "../managed-users.ts";
import { checkUsernameTemplate } from "../name-of-new-user.ts";
import { pluginNamed } from "../plugins/catalogue.ts";
import { loginRefusalText } from "../refusal.ts";
import type { Sessions } from "../sessions.ts";

const literalPasswordWarning =
  "Password found in connection_url, use a templated url to enable root rotation and prevent read access to password information.";

/** Connections to databases. Source: database-api.md, "Endpoints". */
export function connectionEndpoints(sessions: Sessions): readonly Endpoint<HandlerContext>[] {
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
          async run({ name }, { storage }: HandlerContext) {
            const connection = await connections.read(storage, name);
            if (!connection) throw new Problem("absent", "");
            return { data: shownConnection(connection) };
          },
        }),
        write: operation({
          summary: "Configure a connection",
          served: "by-primary",
          input: connectionFields,
          exists: async ({ name }, { storage }: HandlerContext) =>
            (await connections.read(storage, name)) !== undefined,
          run: (wish, context: HandlerContext) =>
            context.withLock(connectionLock(wish.name), async () => {
              checkName("the name of the connection", wish.name);
              const old = await connections.read(context.storage, wish.name);
              const connection = reviseConnection(old, wish);
              checkTemplate(connection, context);
              await checkNotManaged(wish.name, connection, context.storage);
              if (connection.verifyConnection) await verify(connection, old, sessions);
              await context.storage.commit([connections.put(wish.name, connection)]);
              await sessions.retire(wish.name, context.mount);
              return hasLiteralPassword(connection) ? { warnings: [literalPasswordWarning] } : undefined;
            }),
        }),
        delete: operation({
          summary: "Forget a connection; open leases on it can then not be revoked",
          served: "by-primary",
          input: namedInput,
          run: ({ name }, context: HandlerContext) =>
            context.withLock(connectionLock(name), async () => {
              await context.storage.commit([connections.remove(name)]);
              await sessions.retire(name, context.mount);
              return undefined;
            }),
        }),
      },
    },
  ];
}

function checkTemplate({ details: { username_template: template } }: Connection, context: HandlerContext): void {
  if (typeof template !== "string" || template === "") return;
  try {
    checkUsernameTemplate(template, { ...context, now: context.clock.now() });
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause;
    const what = "error creating database object: unable to initialize username template";
    throw new Problem(cause.code, `${what}: ${cause.message}`, { cause });
  }
}

/**
 * Throws a Problem "refused" when a login with what is configured fails. A password that is given in place of one that the root user
 * is being given must hold for good.
 */
async function verify(connection: Connection, old: Connection | undefined, sessions: Sessions): Promise<void> {
  const { pluginName, details, pendingPassword } = connection;
  const plugin = pluginNamed(pluginName);
  const isUnderWay = pendingPassword === null && old !== undefined && old.pendingPassword !== null;
  try {
    if (isUnderWay) await sessions.settleAs(plugin, details, old.details.username ?? "");
    if (pendingPassword !== null && (await sessions.admits(plugin, { ...details, password: pendingPassword }))) return;
    await sessions.verify(plugin, details);
  } catch (cause) {
    const why = loginRefusalText(cause, passwordsOf(connection));
    throw new Problem("refused", `error creating database object: ${why}`, { cause });
  }
}
