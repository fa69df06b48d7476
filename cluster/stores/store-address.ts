import { join, parse as parsePath } from "node:path";
import { parseConnectionUrl } from "../databases/postgresql/postgresql-login.ts";
import type { Synchronous } from "./sqlite-file.ts";
import { StoreFailure } from "./store-failure.ts";

/** A parsed store address. Clusters with the same address have separate stores. */
export type StoreAddress =
  | Readonly<{ kind: "memory" }>
  | Readonly<{ kind: "sqlite"; file: string; synchronous: Synchronous }>
  | Readonly<{ kind: "postgres"; url: string }>;

/**
 * Parses `memory`, `sqlite:FILE[?synchronous=full|normal]` or `postgres:URL`. URL is the rest of `postgres://…`, a
 * complete URL, or `host=… user=…`. Throws a {@link StoreFailure} "bad address", whose message does not quote the
 * address, since it may contain a password.
 */
export function parseStoreAddress(text: string): StoreAddress {
  if (text === "memory") return { kind: "memory" };
  const [, kind = "", rest = ""] = /^(sqlite|postgres(?:ql)?):(.+)$/s.exec(text) ?? [];
  if (kind === "sqlite") return sqliteAddress(rest);
  if (kind === "") throw badAddress("must be memory, sqlite:FILE or postgres:URL");
  const url = rest.startsWith("//") ? text : rest;
  try {
    parseConnectionUrl(url);
  } catch (cause) {
    throw badAddress(`is invalid: ${(cause as Error).message}`, cause);
  }
  return { kind: "postgres", url };
}

/**
 * Returns a cluster's file: replaces `{cluster}` in `file` by the cluster's name, or else adds the name (`a-Oslo.db`).
 */
export function fileOf(file: string, cluster: string): string {
  if (file.includes("{cluster}")) return file.replaceAll("{cluster}", cluster);
  const { dir, name, ext } = parsePath(file);
  return join(dir, `${name}-${cluster}${ext}`);
}

function sqliteAddress(rest: string): StoreAddress {
  const [file = "", query, more] = rest.split("?");
  const synchronous = query === undefined ? "full" : /^synchronous=(full|normal)$/.exec(query)?.[1];
  if (more !== undefined || synchronous === undefined) {
    throw badAddress("accepts only synchronous=full or synchronous=normal after sqlite:FILE?");
  }
  const { base } = parsePath(file);
  if (base === "" || file.endsWith("/")) throw badAddress("must name a file after sqlite:");
  return { kind: "sqlite", file, synchronous: synchronous as Synchronous };
}

function badAddress(message: string, cause?: unknown): StoreFailure {
  return new StoreFailure("bad address", message, { cause });
}
