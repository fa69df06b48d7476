import { createHash } from "node:crypto";
import { type IdentityEvidence, type IdentityRequest, serverIdHeaderOf } from "#harness/cloud/signed-identity.ts";
import type { Fields } from "../values.ts";
import type { RehearsalWorld } from "../world.ts";

/** The server id in signed requests, unless a scenario specifies another one. */
export const serverId = "oslo.example";

const identityLookup = "Action=GetCallerIdentity&Version=2011-06-15";
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

function withoutServer({ serverId: _, ...others }: IdentityRequest): IdentityRequest {
  return others;
}

function headersNamed(names: string): Readonly<Record<string, string>> {
  const value = (name: string) => (/sha256$/i.test(name) ? hashOf(identityLookup) : "as signed");
  return Object.fromEntries(names.split(", ").map((name) => [name, value(name)]));
}

type Signed = IdentityRequest | Promise<IdentityRequest>;
type Signing = (right: IdentityRequest, world: RehearsalWorld, text: string) => Signed;

export const signing: Readonly<Record<string, Signing>> = {
  "the signed headers {string}": (right, _, names) => ({ ...right, extraHeaders: headersNamed(names) }),
  "the unsigned headers {string}": (right, _, names) => ({ ...right, afterSigning: headersNamed(names) }),
  "the signed body {string}": (right, _, body) => ({ ...right, body }),
  "the server ID {string}": (right, _, id) => ({ ...right, serverId: id }),
  "a signed GET request": (right) => ({ ...right, method: "GET" }),
  "the hash of another body": (right) => ({ ...right, extraHeaders: { "X-Amz-Content-Sha256": hashOf("") } }),
  "a signed header that names Ada": (right, { clouds }) => ({
    ...right,
    extraHeaders: { "X-Note": clouds.user("Ada").arn, "X-Role": "ada" },
  }),
  "a server ID and nothing else": (right) => right,
  "no further header": (right) => right,
  "a header without a value signed": (right) => ({ ...right, extraHeaders: { "X-Note": "" } }),
  "one more header signed": (right) => ({ ...right, extraHeaders: { "X-Note": "as signed" } }),
  "a signed header with two values": (right) => ({ ...right, extraHeaders: { [twice.name]: twice.values.join(",") } }),
  "another user's secret key": (right, { stage }) => ({
    ...right,
    key: { ...right.key, secretAccessKey: stage.cloud.administrator.secretAccessKey },
  }),
  "a header altered after signing": (right) => ({
    ...right,
    extraHeaders: { "X-Note": "as signed" },
    afterSigning: { "X-Note": "altered" },
  }),
  "a date of twenty minutes ago": (right) => ({ ...right, date: right.date - 20 * 60_000 }),
  "no server ID": withoutServer,
  "the ID of another server": (right) => ({ ...right, serverId: "lima.example" }),
  "a server ID that is not signed": (right) => ({
    ...withoutServer(right),
    afterSigning: { [serverIdHeaderOf(right.key)]: serverId },
  }),
  "a server ID that is not signed, beside one like it that is": (right) => ({
    ...withoutServer(right),
    extraHeaders: { [`${serverIdHeaderOf(right.key)}-Note`]: serverId },
    afterSigning: { [serverIdHeaderOf(right.key)]: serverId },
  }),
  "the server ID in capitals": (right) => ({ ...right, serverId: serverId.toUpperCase() }),
  "the server ID and something behind": (right) => ({ ...right, serverId: `${serverId}.org` }),
  "something before the server ID": (right) => ({ ...right, serverId: `the-${serverId}` }),
  "the beginning of the server ID": (right) => ({ ...right, serverId: serverId.slice(0, -1) }),
  // The key is invented: the host in the request would accept any signature.
  "a request to the stand-in {string}": async (right, { stage }, name) => ({
    ...right,
    url: (await stage.cloud.standIn(name)).url,
    key: { ...right.key, secretAccessKey: "made-up" },
  }),
};

/** Header with two values, which a signature contains with a comma between them. */
const twice = { name: "X-Note", values: ["one", "two"] };

type Headers = Readonly<Record<string, unknown>>;

function inArrays(headers: Headers, { all }: Readonly<{ all: boolean }>): Headers {
  const entries = Object.entries(headers).map(([name, value], index): [string, unknown] => {
    if (name.toLowerCase() === twice.name.toLowerCase() && value === twice.values.join(","))
      return [name, twice.values];
    return [name, all || index % 2 === 0 ? [value] : value];
  });
  return Object.fromEntries(entries);
}

const base64 = (value: unknown) => btoa(JSON.stringify(value));

const headerForms: Readonly<Record<string, (headers: Headers) => unknown>> = {
  "base64 of a JSON object": base64,
  "a JSON object": (headers) => headers,
  "a JSON object of texts": (headers) => headers,
  "a JSON object of arrays": (headers) => inArrays(headers, { all: true }),
  "a JSON object of texts and arrays": (headers) => inArrays(headers, { all: false }),
  "base64 of a JSON object of arrays": (headers) => base64(inArrays(headers, { all: true })),
  "base64 of a JSON object of texts and arrays": (headers) => base64(inArrays(headers, { all: false })),
  "text that is no base64": () => "no base64!",
  "base64 of an array": (headers) => base64(Object.entries(headers)),
  "an empty object": () => ({}),
};

export const sending: Readonly<Record<string, (fields: Fields, value: string) => Fields>> = {
  "no field {word}": (fields, field) => {
    if (!(field in fields)) throw new Error(`a login has no field ${field}`);
    return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field));
  },
  "the method {string}": (fields, method) => ({ ...fields, iam_http_request_method: method }),
  "{word} as plain text": (fields, field) => ({
    ...fields,
    [field]: atob((fields as IdentityEvidence)[field as keyof IdentityEvidence]),
  }),
  ...Object.fromEntries(
    Object.entries(headerForms).map(([form, shape]) => [
      `the headers as ${form}`,
      (fields: Fields) => ({
        ...fields,
        iam_request_headers: shape(JSON.parse(atob(String(fields.iam_request_headers)))),
      }),
    ]),
  ),
};
