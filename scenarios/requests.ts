import type { DataTable } from "@cucumber/cucumber";
import type { ApiRequest } from "#harness/api/request.ts";
import { performance } from "./names.ts";
import { fieldsOf, filled } from "./values.ts";
import type { RehearsalWorld } from "./world.ts";

const methods: Readonly<Record<string, ApiRequest["method"]>> = {
  ...{ read: "GET", list: "LIST", write: "POST", delete: "DELETE" },
  ...{ GET: "GET", LIST: "LIST", POST: "POST", PUT: "PUT", PATCH: "PATCH", DELETE: "DELETE" },
};

type Row = Readonly<{ request: string; with?: string }>;

/** Returns the rows of a table with a heading; a column that it does not have is empty. Throws for any other column. */
export function rowsOf<Column extends string>(table: DataTable, columns: readonly Column[]) {
  const unknown = table.raw()[0]?.find((name) => !columns.some((column) => column === name));
  if (unknown !== undefined) throw new Error(`the table has no column "${unknown}", but ${columns.join(", ")}`);
  return table
    .hashes()
    .map((row) => Object.fromEntries(columns.map((name) => [name, row[name] ?? ""])) as Record<Column, string>);
}

/** Returns the request of a row: `write PATH`, `GET PATH` or a replication command such as `secondary promote`. */
export async function requestIn(world: RehearsalWorld, { request, with: fields = "" }: Row): Promise<ApiRequest> {
  const [verb = "", path = ""] = (await filled(world, request)).split(" ");
  const { [verb]: method } = methods;
  const body = fields === "" ? {} : { body: await fieldsOf(world, fields) };
  return method ? { method, path, ...body } : { method: "POST", path: `${performance}/${verb}/${path}`, ...body };
}
