import { Problem, quoted } from "../api/problem.ts";
import type { Request } from "../api/request.ts";
import { collection, type Storage } from "./storage/storage.ts";

export type CorsSettings = Readonly<{ origins: readonly string[]; headers: readonly string[] }>;

const stored = collection<CorsSettings>("shared", "cors/");
const settingsKey = "settings";

const standardHeaders = [
  "Content-Type",
  "X-Requested-With",
  "X-Vault-AWS-IAM-Server-ID",
  "X-Vault-MFA",
  "X-Vault-No-Request-Forwarding",
  "X-Vault-Wrap-Format",
  "X-Vault-Wrap-TTL",
  "X-Vault-Policy-Override",
  "Authorization",
  "X-Vault-Token",
] as const;

const verbs = ["DELETE", "GET", "OPTIONS", "POST", "PUT", "LIST"] as const;
const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
const preflightCacheSeconds = 300;

/** Throws a Problem "foreign origin" if a page sent the request (`Origin` header). Used while the cluster is sealed. */
export function refusePages({ headers }: Pick<Request, "headers">): void {
  if (headers.origin) throw foreignOrigin();
}

function foreignOrigin(): Problem {
  return new Problem("foreign origin", "origin not allowed");
}

export class Cors {
  readonly kinds = ["cors"];
  readonly #storage: Storage;
  #settings: CorsSettings | undefined;

  constructor({ storage }: { storage: Storage }) {
    this.#storage = storage;
  }

  get settings(): CorsSettings | undefined {
    return this.#settings;
  }

  async reload(): Promise<void> {
    this.#settings = await stored.read(this.#storage, settingsKey);
  }

  async enable(origins: readonly string[], headers: readonly string[]): Promise<void> {
    if (origins.length === 0) throw new Problem("refused", "at least one origin or the wildcard must be provided");
    if (origins.length > 1 && origins.includes("*")) {
      throw new Problem("refused", "to allow all origins the '*' must be the only value for allowed_origins");
    }
    const wrong = headers.find((name) => !headerName.test(name));
    if (wrong !== undefined) {
      throw new Problem("refused", `allowed_headers: ${quoted(wrong)} is not the name of a header`);
    }
    const additional = headers.filter(
      (name) => !standardHeaders.some((known) => known.toLowerCase() === name.toLowerCase()),
    );
    await this.#storage.commit([stored.put(settingsKey, { origins, headers: [...standardHeaders, ...additional] })]);
    await this.reload();
  }

  async disable(): Promise<void> {
    await this.#storage.commit([stored.remove(settingsKey)]);
    await this.reload();
  }

  /**
   * Returns the CORS headers of the response; undefined if the request has no `Origin` header. Throws a Problem
   * "foreign origin" if the origin is not allowed (by default, no origin is allowed), and "unsupported operation" if a
   * preflight request asks for a method that pages may not use.
   */
  headersFor({ method, headers }: Pick<Request, "method" | "headers">): Readonly<Record<string, string>> | undefined {
    const settings = this.#settings;
    const { origin = "" } = headers;
    if (origin === "") return undefined;
    if (!settings?.origins.some((allowed) => allowed === "*" || allowed === origin)) throw foreignOrigin();
    const always = { "access-control-allow-origin": origin, vary: "Origin" };
    if (method !== "OPTIONS") return always;
    const requestedMethod = headers["access-control-request-method"];
    if (!verbs.some((verb) => verb === requestedMethod)) throw new Problem("unsupported operation", "");
    return {
      ...always,
      "access-control-allow-headers": settings.headers.join(","),
      "access-control-allow-methods": verbs.join(","),
      "access-control-max-age": String(preflightCacheSeconds),
    };
  }
}
