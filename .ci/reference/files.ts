import { clientTypes } from "./client-types.ts";
import { describe } from "./described.ts";
import { referencePage } from "./page.ts";

/** What is derived from the endpoint table and stands in the repository: contents by path. */
export async function derivedFiles(): Promise<Readonly<Record<string, string>>> {
  const described = await describe();
  return { "docs/reference.md": referencePage(described), "client/api.d.ts": clientTypes(described) };
}
