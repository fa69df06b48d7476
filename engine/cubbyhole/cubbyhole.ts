import { z } from "zod";
import { anyData, namesData, noInput } from "../api/common-shapes.ts";
import { type Endpoint, operation } from "../api/endpoint.ts";
import { isJsonObject, parseJson } from "../api/json.ts";
import { Problem } from "../api/problem.ts";
import type { MountType, Scene } from "../core/mounts/mount-type.ts";
import { namesIn, removeBelow } from "../core/storage/folder.ts";

/** Where the secrets of one token lie, on its own cluster. A token's key is hexadecimal: no other begins with it and a slash. */
const placeOf = (tokenKey: string) => `secret/${tokenKey}/`;

const readSecret = operation({
  summary: "Read a secret of the token",
  served: "locally",
  input: noInput,
  output: anyData,
  async run(_, scene: Scene) {
    const text = await scene.storage.read("local", keyOf(scene));
    const data = text === undefined ? undefined : parseJson(text);
    if (!isJsonObject(data)) throw new Problem("absent", "");
    return { data };
  },
});

/** Secrets that only the token that wrote them reads, and that go with it (reference-wire.md, 3.10). */
const secretEndpoint: Endpoint<Scene> = {
  path: "*",
  operations: {
    read: readSecret,
    list: operation({
      summary: "List the secrets and folders of the token below a path",
      served: "locally",
      input: noInput,
      output: namesData,
      async run(_, { storage, path, caller }: Scene) {
        const place = ownPlace(caller);
        const keys = await namesIn(storage, "local", path === "" ? place : `${place}${path}/`);
        if (keys.length === 0) throw new Problem("absent", "");
        return { data: { keys } };
      },
    }),
    write: operation({
      summary: "Write a secret of the token, in place of what was there",
      served: "locally",
      input: z.looseObject({}),
      exists: async (_, scene: Scene) =>
        isPlace(scene) && (await scene.storage.read("local", keyOf(scene))) !== undefined,
      async run(data, scene: Scene) {
        const key = keyOf(scene);
        if (Object.keys(data).length === 0) throw new Problem("refused", "missing data fields");
        await scene.storage.commit([{ space: "local", key, value: JSON.stringify(data) }]);
        return undefined;
      },
    }),
    delete: operation({
      summary: "Delete a secret of the token",
      served: "locally",
      input: noInput,
      async run(_, scene: Scene) {
        await scene.storage.commit([{ space: "local", key: keyOf(scene), value: null }]);
        return undefined;
      },
    }),
  },
};

/** As any other secret, but that a wrapping token reads here what is behind it (reference-wire.md, 3.6). */
const responseEndpoint: Endpoint<Scene> = {
  path: "response",
  operations: {
    ...secretEndpoint.operations,
    read: { ...readSecret, summary: "Read what is behind a wrapping token, or a secret of the token", unwraps: true },
  },
};

/** The place of each token's own secrets. */
export function cubbyhole(): MountType {
  return {
    type: "cubbyhole",
    kind: "secret",
    endpoints: [responseEndpoint, secretEndpoint],
    tokenEnded: (tokenKey, { storage }) => removeBelow(storage, "local", placeOf(tokenKey)),
  };
}

/** A batch token is written down nowhere, so nothing would end what it left. */
function ownPlace({ tokenKey }: Scene["caller"]): string {
  if (tokenKey !== "") return placeOf(tokenKey);
  throw new Problem("refused", 'cubbyhole operations are only supported by "service" type tokens');
}

function isPlace({ caller, path }: Scene): boolean {
  return caller.tokenKey !== "" && path !== "";
}

function keyOf({ caller, path }: Scene): string {
  const place = ownPlace(caller);
  if (path === "") throw new Problem("failed", "missing path");
  return place + path;
}
