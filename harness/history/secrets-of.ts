import { isSecretName } from "#harness/masking/secret-name.ts";

/** A secret in a body. Its kind is that of a token or accessor, or the name of its field. */
export type FoundSecret = Readonly<{ secret: string; kind: string }>;

/** Maximum depth of a body that is searched. Deeper parts are ignored. */
const maxDepth = 48;
/** Matches values that are assumed to be unguessable: 16 to 256 characters without white space. */
const unguessable = /^\S{16,256}$/;
/** Matches URLs of HTTP and WebSocket without a login, a query or a fragment. They are not secret. */
const address = /^(wss?|https?):\/\/[^@?#]*$/;

/** Yields the texts of fields with secret names in the body of a request or response. */
export function* secretsOf(body: unknown, depth = 0): Generator<FoundSecret> {
  if (typeof body !== "object" || body === null || depth > maxDepth) return;
  for (const [name, field] of Object.entries(body)) {
    if (isSecretName(name)) {
      for (const secret of Array.isArray(field) ? field : [field]) {
        if (typeof secret === "string")
          yield { secret, kind: kindOf({ name, secret, isOfToken: "client_token" in body }) };
      }
    } else yield* secretsOf(field, depth + 1);
  }
}

/**
 * Yields the texts in the body of a client's request that are assumed to be unguessable, except URLs that {@link
 * address} matches. A body that is itself a text yields nothing.
 */
export function* valuesOf(body: unknown, depth = 0): Generator<string> {
  if (typeof body === "string" && depth > 0 && unguessable.test(body) && !address.test(body)) yield body;
  if (typeof body !== "object" || body === null || depth > maxDepth) return;
  for (const field of Object.values(body)) yield* valuesOf(field, depth + 1);
}

function kindOf({ name, secret, isOfToken }: Readonly<{ name: string; secret: string; isOfToken: boolean }>): string {
  if (/accessor$/.test(name)) return isOfToken ? "token accessor" : "accessor";
  if (/^(hv)?s\./.test(secret)) return "service token";
  if (/^(hv)?b\./.test(secret)) return "batch token";
  return name.toLowerCase().replaceAll("_", " ");
}
