import { namedInput } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { Problem } from "../../api/problem.ts";
import type { HandlerContext } from "../../core/mounts/mount-type.ts";
import { namesEndpoint } from "../../core/mounts/names-endpoint.ts";
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
} from "../connections/connection.ts";
import { persistenceWarnings } from "../connections/persistence-warnings.ts";
import { loginRefusalText, refusalText } from "../connections/refusal.ts";
import type { Sessions } from "../connections/sessions.ts";
import { checkUsernameTemplate } from "../credentials/name-of-new-user.ts";
import { pluginNamed } from "../plugins/catalogue.ts";
import { checkName } from "../roles/check-name.ts";
import { checkNotManaged } from "../rotation/managed-users.ts";

const literalPasswordWarning =
  "Password found in connection_url, use a templated url to enable root rotation and prevent read access to password information.";

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
          run: (request, context: HandlerContext) =>
            context.withLock(connectionLock(request.name), async () => {
              checkName("the name of the connection", request.name);
              const old = await connections.read(context.storage, request.name);
              const connection = reviseConnection(old, request);
              checkTemplate(connection, context);
              await checkNotManaged(request.name, connection, context.storage);
              if (connection.verifyConnection) await verify(connection, old, sessions);
              await context.storage.commit([connections.put(request.name, connection)]);
              await sessions.retire(request.name, context.mount);
              const literal = hasLiteralPassword(connection) ? [literalPasswordWarning] : [];
              const warnings = [...literal, ...(await warnOfPersistence(connection, sessions))];
              return warnings.length > 0 ? { warnings } : undefined;
            }),
        }),
        delete: operation({
          summary: "Delete a connection; its leases can then not be revoked",
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

function checkTemplate({ pluginName, details }: Connection, context: HandlerContext): void {
  const { username_template: text } = details;
  if (typeof text !== "string" || text === "") return;
  const form = pluginNamed(pluginName).usernames;
  try {
    checkUsernameTemplate({ field: "username_template", text, form }, { ...context, now: context.clock.now() });
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause;
    const what = "error creating database object: unable to initialize username template";
    throw new Problem(cause.code, `${what}: ${cause.message}`, { cause });
  }
}

/**
 * Throws a Problem "refused" unless the server accepts the login of `connection` with its stored or
 * its pending password. If the write discards a pending root rotation of `old`, first ensures that the
 * rotation can no longer take effect.
 */
async function verify(connection: Connection, old: Connection | undefined, sessions: Sessions): Promise<void> {
  const { pluginName, details, pendingPassword } = connection;
  const plugin = pluginNamed(pluginName);
  const replacesPending = pendingPassword === null && old !== undefined && old.pendingPassword !== null;
  try {
    if (replacesPending) await sessions.settleAs(plugin, details, old.details.username ?? "");
    if (pendingPassword !== null && (await sessions.admits(plugin, { ...details, password: pendingPassword }))) return;
    await sessions.verify(plugin, details);
  } catch (cause) {
    const why = loginRefusalText(cause, passwordsOf(connection));
    throw new Problem("refused", `error creating database object: ${why}`, { cause });
  }
}

async function warnOfPersistence(connection: Connection, sessions: Sessions): Promise<readonly string[]> {
  const { pluginName, details, verifyConnection } = connection;
  if (verifyConnection) {
    try {
      await sessions.persist(pluginNamed(pluginName), details);
    } catch (cause) {
      const why = refusalText(cause, passwordsOf(connection));
      return [`The server could not store its users, and every change of a user fails until it can: ${why}`];
    }
  }
  return persistenceWarnings(connection, verifyConnection ? sessions : undefined);
}
