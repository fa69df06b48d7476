import type { ApiRequest } from "#harness/api/request.ts";
import { performance } from "./names.ts";
import { fieldsOf, filled } from "./values.ts";
import type { RehearsalWorld } from "./world.ts";

const methods: Readonly<Record<string, ApiRequest["method"]>> = {
  ...{ read: "GET", list: "LIST", write: "POST", delete: "DELETE" },
  ...{ GET: "GET", LIST: "LIST", POST: "POST", PUT: "PUT", PATCH: "PATCH", DELETE: "DELETE" },
};

type Row = Readonly<Record<string, string | undefined>>;

/** Returns the request of a row: `write PATH`, `GET PATH` or a replication command such as `secondary promote`. */
export async function requestIn(
  world: RehearsalWorld,
  { request = "", with: fields, ...row }: Row,
): Promise<ApiRequest> {
  const [verb = "", path = ""] = (await filled(world, request)).split(" ");
  const { [verb]: method } = methods;
  const text = fields ?? row.fields;
  const body = text ? { body: await fieldsOf(world, text) } : {};
  return method ? { method, path, ...body } : { method: "POST", path: `${performance}/${verb}/${path}`, ...body };
}
