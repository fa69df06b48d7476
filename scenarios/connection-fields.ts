import type { Fields } from "./values.ts";
import type { RehearsalWorld } from "./world.ts";

/** True if the connections of the scenario's database product have a URL. */
function hasUrl({ product, stage: { database } }: RehearsalWorld): boolean {
  return "connection_url" in product.connection(database, { username: "", password: "" });
}

/** Converts the fields of a written connection: for a product without URLs, its own fields replace the URL. */
export function writtenConnection(world: RehearsalWorld, fields: Fields): Fields {
  const { connection_url: url, tls_ca: authority, disable_escaping: _, ...rest } = fields;
  if (url === undefined || hasUrl(world)) return fields;
  const { database } = world.stage;
  const { username, password } = new URL(database.url);
  const trusted = { ...database, authority: authority as string | undefined };
  const { plugin_name: _plugin, ...own } = world.product.connection(trusted, { username, password });
  return { ...own, ...rest };
}

/** Removes fields that a connection without a URL does not have. */
export function expectedConnection(world: RehearsalWorld, fields: Fields): Fields {
  const { connection_url: _url, disable_escaping: _escaping, ...rest } = fields;
  return hasUrl(world) ? fields : rest;
}

/** Adds the default of a field that a server may omit. */
export function shownConnection(_: RehearsalWorld, fields: Fields): Fields {
  return { disable_escaping: false, ...fields };
}
