import type { Fields } from "./values.ts";
import type { RehearsalWorld } from "./world.ts";

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

/** For a product whose connections have no URL, removes the fields of a URL. */
export function expectedConnection(world: RehearsalWorld, fields: Fields): Fields {
  const { connection_url: _url, disable_escaping: _escaping, ...rest } = fields;
  return hasUrl(world) ? fields : rest;
}

export function shownConnection(_: RehearsalWorld, fields: Fields): Fields {
  return { disable_escaping: false, ...fields };
}
