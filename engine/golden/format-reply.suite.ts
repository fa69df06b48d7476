import { isDeepStrictEqual } from "node:util";
import { isJsonObject, isRawNumber, type Json, type JsonObject, parseJson } from "../api/json.ts";
import type { Reply } from "../api/request.ts";
import { serviceVersion } from "../api/service-version.ts";

const empty: JsonObject = {
  lease_id: "",
  renewable: false,
  lease_duration: 0,
  data: null,
  wrap_info: null,
  warnings: null,
  auth: null,
};

/**
 * Formats a reply for a transcript: status, selected headers, and the body with sorted members. After `+`, only the
 * nonempty members of the envelope are shown. `++` means in addition that the members of `data` also occur at the top
 * level; they are shown once. Random values are replaced by placeholders, such as `<uuid>` or `<accessor>`.
 */
export function formatReply({ status, headers, body }: Reply, shownHeaders: readonly string[]): string {
  const shown = shownHeaders.map((name) => ` ${name}: ${masked(headers[name] ?? "-")};`).join("");
  if (body === "") return `${status}${shown}`;
  let value: Json;
  try {
    value = parseJson(body) as Json;
  } catch {
    return `${status}${shown} ${body}`;
  }
  if (!isEnvelope(value)) return `${status}${shown} ${formatValue(value)}`;
  const { request_id, ...members } = value;
  const shownMembers = Object.fromEntries(
    Object.entries(members).filter(([name, member]) => !isDeepStrictEqual(member, empty[name])),
  );
  const id = request_id === "" ? { request_id } : {};
  const raised =
    isJsonObject(shownMembers.data) && Object.keys(shownMembers.data).length > 0 ? shownMembers.data : undefined;
  if (!raised || !Object.entries(raised).every(([name, member]) => isDeepStrictEqual(shownMembers[name], member))) {
    return `${status}${shown} + ${formatValue({ ...id, ...shownMembers })}`;
  }
  const rest = Object.fromEntries(Object.entries(shownMembers).filter(([name]) => !(name in raised)));
  return `${status}${shown} ++ ${formatValue({ ...id, ...rest })}`;
}

function isEnvelope(value: Json): value is JsonObject {
  if (!isJsonObject(value) || !Object.keys(empty).every((name) => name in value)) return false;
  return value.request_id === "" || masked(String(value.request_id)) === "<uuid>";
}

const lineLength = 118;

function formatValue(value: Json, indent = "  "): string {
  const short = onOneLine(value);
  if (short.length + indent.length <= lineLength) return short;
  const within = `${indent}  `;
  if (Array.isArray(value)) {
    return `[\n${value.map((item: Json) => within + formatValue(item, within)).join(",\n")}\n${indent}]`;
  }
  if (!isJsonObject(value) || isRawNumber(value)) return short;
  const members = sorted(value).map(
    ([name, member]) => `${within}${masked(JSON.stringify(name))}: ${formatValue(member, within)}`,
  );
  return `{\n${members.join(",\n")}\n${indent}}`;
}

function onOneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (!isJsonObject(value) || isRawNumber(value)) return masked(JSON.stringify(value));
  const members = sorted(value).map(([name, member]) => `${masked(JSON.stringify(name))}: ${onOneLine(member)}`);
  return `{${members.join(", ")}}`;
}

/**
 * Members whose values are replaced by placeholders if their JSON matches: they depend on internals of
 * the engine, or differ between runs.
 */
const internalMembers: ReadonlyMap<string, RegExp> = new Map([
  ["encryptions", /^\d+$/],
  ["last_wal", /^\d+$/],
  ["Gauges", /^\[\{"Name":"vault\./],
  ["Samples", /^\[\{"Name":"vault\./],
  ["secondary_public_key", /^"[0-9A-Za-z+/]{43}="$/],
  ["openapi", /^\{"openapi":"3\./],
]);

function sorted(value: JsonObject): readonly (readonly [string, Json])[] {
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => [name, internalMembers.get(name)?.test(JSON.stringify(member)) ? `<${name}>` : member]);
}

const forms: readonly (readonly [RegExp, string])[] = [
  [/(?<=")[0-9a-f]{64}(?:[0-9a-f]{2})?(?=")/g, "<share>"],
  [/(?<=")[0-9A-Za-z+/]{43}[0-9A-Za-z+/=](?=")/g, "<share in base64>"],
  [/(?<=v1:)[0-9A-Za-z+/]{11}=(?=:r=)/g, "<nonce>"],
  [/(?<=v1:<nonce>:r=[^"]*:)[0-9A-Za-z+/]{43}=(?=")/g, "<HMAC>"],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, "<uuid>"],
  [/\bhvs\.[\w-]{91}(?![\w-])/g, "<service token>"],
  [/\bhvb\.[\w-]{130,}/g, "<batch token>"],
  [/\bactivation-1\.[\w-]{200,}/g, "<encrypted activation>"],
  [/\bey[\w-]+\.ey[\w-]+\.[\w-]+/g, "<JWT>"],
  [/(?<=["/])[0-9A-Za-z]{24}(?=")/g, "<24>"],
  [/_[0-9a-f]{8}(?=")/g, "_<8>"],
  [/\bhvs\.\w{24}(?!\w)/g, "<root token>"],
  [/\bhmac-sha256:[0-9a-f]{64}\b/g, "<HMAC>"],
];

function masked(text: string): string {
  let shown = text.replaceAll(serviceVersion, "<version>");
  for (const [form, name] of forms) shown = shown.replaceAll(form, name);
  return shown;
}
