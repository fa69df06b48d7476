import type { z } from "zod";
import { namesData, noInput } from "../../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../../api/endpoint.ts";
import type { JsonObject } from "../../../api/json.ts";
import { Problem } from "../../../api/problem.ts";
import { type Mounts, mountsOf } from "../../identity/shown.ts";
import type { Realm } from "../../namespaces/realm.ts";
import type { SystemContext } from "../../system-context.ts";

/**
 * Returns the two LIST endpoints of a kind of record: a list by id, with the data that `listed` returns for each
 * record, and a list by name. An empty list is a Problem "absent".
 */
export function listEndpoints<Row extends Readonly<{ id: string; name: string }>>(
  kind: string,
  plural: string,
  {
    rows,
    listed,
    listShape,
  }: Readonly<{
    rows: (realm: Realm) => AsyncIterable<Row>;
    listed: (row: Row, realm: Realm, mounts: Mounts) => Promise<JsonObject>;
    listShape: z.ZodType;
  }>,
): readonly Endpoint<SystemContext>[] {
  const list = (by: "id" | "name", data: (realm: Realm) => Promise<{ keys: readonly string[] }>) => ({
    path: `identity/${kind}/${by}`,
    operations: {
      list: operation({
        summary: `List the ${plural} by ${by}`,
        served: "locally",
        input: noInput,
        output: by === "id" ? listShape : namesData,
        async run(_, { realm }: SystemContext) {
          const found = await data(realm);
          if (found.keys.length === 0) throw new Problem("absent", "");
          return { data: found };
        },
      }),
    },
  });
  return [
    list("id", async (realm) => {
      const mounts = mountsOf(realm);
      const info: [string, JsonObject][] = [];
      for await (const row of rows(realm)) info.push([row.id, await listed(row, realm, mounts)]);
      return { key_info: Object.fromEntries(info), keys: info.map(([id]) => id) };
    }),
    list("name", async (realm) => {
      const names: string[] = [];
      for await (const { name } of rows(realm)) names.push(name);
      return { keys: names.sort() };
    }),
  ];
}
