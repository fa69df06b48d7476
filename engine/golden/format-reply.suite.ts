import { isDeepStrictEqual } from "node:util";
import { isJsonObject, isRawNumber, type Json, type JsonObject, parseJson } from "../api/json.ts";
import type { Reply } from "../api/request.ts";
import { serviceVersion } from "../api/service-version.ts";

/** What an envelope has that has nothing to say. */
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
 * A reply as transcripts tell it: status, the headers that were asked for, and the whole body, its members in the order of their names.
 * `+` stands for an envelope that is empty but for the members shown; `++` for one whose `data` also stand at the top level. What is drawn
 * anew each time is told by its form: `<uuid>`, `<accessor>`.
 */
export function told({ status, headers, body }: Reply, shownHeaders: readonly string[]): string {
  const shown = shownHeaders.map((name) => ` ${name}: ${masked(headers[name] ?? "-")};`).join("");
  if (body === "") return `${status}${shown}`;
  let value: Json;
  try {
    value = parseJson(body) as Json;
  } catch {
    return `${status}${shown} ${body}`;
  }
  if (!isEnvelope(value)) return `${status}${shown} ${spelt(value)}`;
  const { request_id, ...members } = value;
  const said = Object.fromEntries(
    Object.entries(members).filter(([name, member]) => !isDeepStrictEqual(member, empty[name])),
  );
  const id = request_id === "" ? { request_id } : {};
  const raised = isJsonObject(said.data) && Object.keys(said.data).length > 0 ? said.data : undefined;
  if (!raised || !Object.entries(raised).every(([name, member]) => isDeepStrictEqual(said[name], member))) {
    return `${status}${shown} + ${spelt({ ...id, ...said })}`;
  }
  const rest = Object.fromEntries(Object.entries(said).filter(([name]) => !(name in raised)));
  return `${status}${shown} ++ ${spelt({ ...id, ...rest })}`;
}

/** An id is made anew for each reply, and left out of what is wrapped. */
function isEnvelope(value: Json): value is JsonObject {
  if (!isJsonObject(value) || !Object.keys(empty).every((name) => name in value)) return false;
  return value.request_id === "" || masked(String(value.request_id)) === "<uuid>";
}

/** As long as a line of it may be. */
const lineLength = 118;

/** JSON with members in the order of their names, broken into lines where one would be too long. */
function spelt(value: Json, indent = "  "): string {
  const short = onOneLine(value);
  if (short.length + indent.length <= lineLength) return short;
  const within = `${indent}  `;
  if (Array.isArray(value)) {
    return `[\n${value.map((item: Json) => within + spelt(item, within)).join(",\n")}\n${indent}]`;
  }
  if (!isJsonObject(value) || isRawNumber(value)) return short;
  const members = sorted(value).map(
    ([name, member]) => `${within}${masked(JSON.stringify(name))}: ${spelt(member, within)}`,
  );
  return `{\n${members.join(",\n")}\n${indent}}`;
}

function onOneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (!isJsonObject(value) || isRawNumber(value)) return masked(JSON.stringify(value));
  const members = sorted(value).map(([name, member]) => `${masked(JSON.stringify(name))}: ${onOneLine(member)}`);
  return `{${members.join(", ")}}`;
}

/** Members that say more about how things are done within than about what was asked, or look like others: told by their form alone. */
const inward: ReadonlyMap<string, RegExp> = new Map([
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
    .map(([name, member]) => [name, inward.get(name)?.test(JSON.stringify(member)) ? `<${name}>` : member]);
}

/** What differs from run to run, and the form that it has to have. */
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
