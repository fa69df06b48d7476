import { Problem, quoted } from "../api/problem.ts";
import type { Request } from "../api/request.ts";
import { collection, type Storage } from "./storage/storage.ts";

/** Which pages of other origins may ask, and with which headers. */
export type CorsSettings = Readonly<{ origins: readonly string[]; headers: readonly string[] }>;

const stored = collection<CorsSettings>("shared", "cors/");
const only = "settings";

/** Headers that a page may always send. */
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

/** Verbs that a page may ask with. */
const verbs = ["DELETE", "GET", "OPTIONS", "POST", "PUT", "LIST"] as const;
/** The name of a header (RFC 9110, 5.6.2). An answer with any other name in it could not be sent. */
const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
/** Seconds for which a browser remembers what it was told. */
const rememberedSeconds = 300;

/** Throws a Problem "foreign origin" when a page asks a cluster that is sealed, and so cannot know which ones may. */
export function refusePages({ headers }: Pick<Request, "headers">): void {
  if (headers.origin) throw foreignOrigin();
}

function foreignOrigin(): Problem {
  return new Problem("foreign origin", "origin not allowed");
}

/** CORS rules: which origins may send requests, and the response headers (W2-48). */
export class Cors {
  /** Where its keys begin. */
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
    this.#settings = await stored.read(this.#storage, only);
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
    const own = headers.filter((name) => !standardHeaders.some((known) => known.toLowerCase() === name.toLowerCase()));
    await this.#storage.commit([stored.put(only, { origins, headers: [...standardHeaders, ...own] })]);
    await this.reload();
  }

  async disable(): Promise<void> {
    await this.#storage.commit([stored.remove(only)]);
    await this.reload();
  }

  /**
   * The headers of the answer to `request` for the browser of a page that asks; undefined when no page does. Throws a Problem "foreign
   * origin" when pages of its origin may not ask, as none may until they are allowed; "unsupported operation" when they may not with the verb that a preflight is about.
   */
  headersFor({ method, headers }: Pick<Request, "method" | "headers">): Readonly<Record<string, string>> | undefined {
    const settings = this.#settings;
    const { origin = "" } = headers;
    if (origin === "") return undefined;
    if (!settings?.origins.some((allowed) => allowed === "*" || allowed === origin)) throw foreignOrigin();
    const always = { "access-control-allow-origin": origin, vary: "Origin" };
    if (method !== "OPTIONS") return always;
    const wished = headers["access-control-request-method"];
    if (!verbs.some((verb) => verb === wished)) throw new Problem("unsupported operation", "");
    return {
      ...always,
      "access-control-allow-headers": settings.headers.join(","),
      "access-control-allow-methods": verbs.join(","),
      "access-control-max-age": String(rememberedSeconds),
    };
  }
}
