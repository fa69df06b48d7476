import { isSecretName } from "#harness/reports/secret-name.ts";

/** A secret in a body, and what it is: a kind of token, or the name of its field. */
export type FoundSecret = Readonly<{ secret: string; kind: string }>;

/** Deeper than any body of the service. */
const maxDepth = 48;
/** A value that a client writes and that could not be guessed is treated as a secret; what is shorter or longer or in words is none. */
const guessless = /^\S{16,256}$/;
/** An address of a host is no secret, unless a password or a query stands in it. */
const address = /^(wss?|https?):\/\/[^@?#]*$/;

/** The secrets in a body of a request or an answer, by the names of their fields. */
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

/** The values in a body that a client writes which could not be guessed. */
export function* valuesOf(body: unknown, depth = 0): Generator<string> {
  if (typeof body === "string" && depth > 0 && guessless.test(body) && !address.test(body)) yield body;
  if (typeof body !== "object" || body === null || depth > maxDepth) return;
  for (const field of Object.values(body)) yield* valuesOf(field, depth + 1);
}

function kindOf({ name, secret, isOfToken }: Readonly<{ name: string; secret: string; isOfToken: boolean }>): string {
  if (/accessor$/.test(name)) return isOfToken ? "token accessor" : "accessor";
  if (/^(hv)?s\./.test(secret)) return "service token";
  if (/^(hv)?b\./.test(secret)) return "batch token";
  return name.toLowerCase().replaceAll("_", " ");
}
