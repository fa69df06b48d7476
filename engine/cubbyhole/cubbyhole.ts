import { z } from "zod";
import { anyData, namesData, noInput } from "../api/common-shapes.ts";
import { type Endpoint, operation } from "../api/endpoint.ts";
import { isJsonObject, parseJson } from "../api/json.ts";
import { Problem } from "../api/problem.ts";
import type { HandlerContext, MountType } from "../core/mounts/mount-type.ts";
import { namesIn, removeBelow } from "../core/storage/folder.ts";

const secretPrefix = (tokenKey: string) => `secret/${tokenKey}/`;

const readSecret = operation({
  summary: "Read a secret of the token",
  served: "locally",
  input: noInput,
  output: anyData,
  async run(_, context: HandlerContext) {
    const text = await context.storage.read("local", keyOf(context));
    const data = text === undefined ? undefined : parseJson(text);
    if (!isJsonObject(data)) throw new Problem("absent", "");
    return { data };
  },
});

/** Secrets of the calling token. They are removed when the token ends (W3.10-10). */
const secretEndpoint: Endpoint<HandlerContext> = {
  path: "*",
  operations: {
    read: readSecret,
    list: operation({
      summary: "List the secrets and folders of the token below a path",
      served: "locally",
      input: noInput,
      output: namesData,
      async run(_, { storage, path, caller }: HandlerContext) {
        const prefix = ownPrefix(caller);
        const keys = await namesIn(storage, "local", path === "" ? prefix : `${prefix}${path}/`);
        if (keys.length === 0) throw new Problem("absent", "");
        return { data: { keys } };
      },
    }),
    write: operation({
      summary: "Write a secret of the token; existing data are replaced",
      served: "locally",
      input: z.looseObject({}),
      exists: async (_, context: HandlerContext) =>
        hasSecretKey(context) && (await context.storage.read("local", keyOf(context))) !== undefined,
      async run(data, context: HandlerContext) {
        const key = keyOf(context);
        if (Object.keys(data).length === 0) throw new Problem("refused", "missing data fields");
        await context.storage.commit([{ space: "local", key, value: JSON.stringify(data) }]);
        return undefined;
      },
    }),
    delete: operation({
      summary: "Delete a secret of the token",
      served: "locally",
      input: noInput,
      async run(_, context: HandlerContext) {
        await context.storage.commit([{ space: "local", key: keyOf(context), value: null }]);
        return undefined;
      },
    }),
  },
};

/** Path `response`, where a wrapping token reads its wrapped response (W3.6-07). */
const responseEndpoint: Endpoint<HandlerContext> = {
  path: "response",
  operations: {
    ...secretEndpoint.operations,
    read: {
      ...readSecret,
      summary: "Read the wrapped response of a wrapping token, or a secret of the token",
      unwraps: true,
    },
  },
};

export function cubbyhole(): MountType {
  return {
    type: "cubbyhole",
    kind: "secret",
    endpoints: [responseEndpoint, secretEndpoint],
    tokenEnded: (tokenKey, context) => removeBelow(context, "local", secretPrefix(tokenKey)),
  };
}

/**
 * Returns the prefix of the caller's secrets. Throws a Problem "refused" for a batch token, because
 * nothing would remove its secrets.
 */
function ownPrefix({ tokenKey }: HandlerContext["caller"]): string {
  if (tokenKey !== "") return secretPrefix(tokenKey);
  throw new Problem("refused", 'cubbyhole operations are only supported by "service" type tokens');
}

function hasSecretKey({ caller, path }: HandlerContext): boolean {
  return caller.tokenKey !== "" && path !== "";
}

function keyOf({ caller, path }: HandlerContext): string {
  const prefix = ownPrefix(caller);
  if (path === "") throw new Problem("failed", "missing path");
  return prefix + path;
}
