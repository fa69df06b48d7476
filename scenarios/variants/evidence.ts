import { defineParameterType } from "@cucumber/cucumber";
import type { ApiRequest } from "#harness/api/request.ts";
import { type IdentityRequest, signCallerIdentity } from "#harness/cloud/signed-identity.ts";
import { type Fields, withNamed } from "../values.ts";
import { stsRegion } from "../world/clouds.ts";
import type { RehearsalWorld } from "../world.ts";
import { attacks, withChange } from "./attacks.ts";
import { instanceEvidence } from "./instance-evidence.ts";
import { Phrases } from "./phrases.ts";
import { sending, serverId, signing } from "./signed-evidence.ts";

type Part = Readonly<{
  signs?: (right: IdentityRequest, world: RehearsalWorld) => IdentityRequest | Promise<IdentityRequest>;
  sends?: (fields: Fields, world: RehearsalWorld, holder: string) => Fields;
}>;

type Evidence = (...values: readonly string[]) => Part;

/** Returns the name of an instance, such as `web-1` for `the instance "web-1"`, or undefined for a principal. */
export function instanceIn(holder: string): string | undefined {
  return /^the instance "(.*)"$/.exec(holder)?.[1];
}

function named(holder: string): string {
  const name = instanceIn(holder);
  if (name === undefined) throw new Error(`${holder} is no instance`);
  return name;
}

const attackPhrases = new Phrases(attacks);

const nonces: Readonly<Record<string, (nonce: string) => string>> = {
  "its nonce": (nonce) => nonce,
  "its nonce in capitals": (nonce) => nonce.toUpperCase(),
  "the beginning of its nonce": (nonce) => nonce.slice(0, -1),
  "its nonce with a letter more": (nonce) => `${nonce}a`,
};

function nonceOf({ values }: RehearsalWorld, holder: string): string {
  const nonce = values.get(`nonce of ${named(holder)}`);
  if (nonce === undefined) throw new Error(`${holder} received no nonce`);
  return nonce;
}

function fromTable<T>(table: Readonly<Record<string, T>>, evidenceOf: (entry: T) => Evidence) {
  return Object.fromEntries(Object.entries(table).map(([phrase, entry]) => [phrase, evidenceOf(entry)]));
}

function replayed(whose: string, attack?: string): Part {
  return {
    sends: (_, { clouds }) => {
      const evidence = clouds.signed.get(whose);
      if (!evidence) throw new Error(`${whose} has signed nothing`);
      const alter = attack === undefined ? undefined : attackPhrases.find(attack).entry;
      return withChange(evidence, (request) =>
        alter ? alter(request, clouds.user(whose), clouds.user("Mallory")) : request,
      );
    },
  };
}

const table: Readonly<Record<string, Evidence>> = {
  ...fromTable(signing, (sign) => (text = "") => ({ signs: (right, world) => sign(right, world, text) })),
  ...fromTable(sending, (send) => (value = "") => ({ sends: (fields) => send(fields, value) })),
  ...fromTable(instanceEvidence, (evidence) => () => ({
    sends: (fields, { instances }, holder) => {
      const { instance } = instances.named(named(holder));
      const identity = instances.identity(named(holder));
      return { ...fields, ...evidence({ identity, region: instance.region }) };
    },
  })),
  ...fromTable(nonces, (form) => () => ({
    sends: (fields, world, holder) => ({ ...fields, nonce: form(nonceOf(world, holder)) }),
  })),
  "the nonce {string}": (nonce = "") => ({ sends: (fields, world) => ({ ...fields, nonce: withNamed(world, nonce) }) }),
  "a nonce of {int} characters": (count) => ({ sends: (fields) => ({ ...fields, nonce: "n".repeat(Number(count)) }) }),
  "the request of {person}": (whose = "") => replayed(whose),
  "the request of {person} with {attack}": replayed as Evidence,
};

const phrases = new Phrases(table, { attack: attackPhrases.source });
for (const [name, part] of Object.entries({ "login data": phrases, attack: attackPhrases })) part.define(name, String);
const evidenceWords = `(?:${phrases.source})(?: and (?:${phrases.source}))*`;

/** Parses phrases with " and " between them. A phrase may itself contain " and ". */
function partsOf(words: string): readonly Part[] {
  const [first = ""] = new RegExp(`^(?:${phrases.source})(?= and (?:${evidenceWords})$|$)`).exec(words) ?? [];
  const { entry, values } = phrases.find(first);
  const rest = words.slice(first.length + " and ".length);
  return [entry(...values), ...(rest === "" ? [] : partsOf(rest))];
}

/** A login in a sentence: its auth method and, for cloud login, its role if there is one, and its evidence. */
export type Login = Readonly<{
  method: "cloud" | "userpass" | "AppRole";
  mount: string;
  role?: string | undefined;
  evidence: readonly Part[];
}>;

export async function loginRequest(world: RehearsalWorld, holder: string, login: Login): Promise<ApiRequest> {
  const { method, mount } = login;
  const user = method === "userpass" ? `/${holder.toLowerCase()}` : "";
  return { method: "POST", path: `auth/${mount}/login${user}`, body: await fieldsOf(world, holder, login) };
}

async function fieldsOf(world: RehearsalWorld, holder: string, login: Login): Promise<Fields> {
  if (login.method === "cloud") return await evidenceOf(world, holder, login);
  if (login.method === "userpass") return { password: world.databases.passwordFor(holder) };
  const { roleId, secretId } = world.person(holder).program ?? {};
  return { role_id: roleId, secret_id: secretId };
}

async function evidenceOf(world: RehearsalWorld, holder: string, { role, evidence }: Login): Promise<Fields> {
  const isInstance = instanceIn(holder) !== undefined;
  let fields = isInstance ? {} : await signedBy(world, holder, evidence);
  for (const { signs, sends } of evidence) {
    if (signs && isInstance) throw new Error(`${holder} signs no request`);
    fields = sends?.(fields, world, holder) ?? fields;
  }
  const hasEvidence = ["pkcs7", "identity", "signature"].some((field) => field in fields);
  if (isInstance && !hasEvidence) fields = { ...fields, pkcs7: world.instances.identity(named(holder)).rsa2048 };
  return { ...fields, ...(role === undefined ? {} : { role }) };
}

export async function signedBy(world: RehearsalWorld, who: string, evidence: readonly Part[] = []) {
  const { url } = world.stage.cloud;
  const now = world.stage.now();
  let request: IdentityRequest = { key: world.clouds.user(who), url, region: stsRegion, date: now, serverId };
  for (const { signs } of evidence) request = (await signs?.(request, world)) ?? request;
  return await signCallerIdentity(request);
}

const loginWords = [
  `(?:as "[^"]*"|without a role)(?: at "[^"]*")?(?: with ${evidenceWords})?`,
  'by (?:userpass|AppRole) at "[^"]*"',
].join("|");

/** Parses the words of a login, such as `as "painter" at "clouds" with the nonce "mine"`, or `by userpass at "staff"`. */
export function loginIn(words: string): Login {
  const [, method, at = ""] = /^by (userpass|AppRole) at "(.*)"$/.exec(words) ?? [];
  if (method === "userpass" || method === "AppRole") return { method, mount: at, evidence: [] };
  const [, role, mount = "cloud", evidence] =
    /^(?:as "([^"]*)"|without a role)(?: at "([^"]*)")?(?: with (.*))?$/.exec(words) ?? [];
  return { method: "cloud", role, mount, evidence: evidence === undefined ? [] : partsOf(evidence) };
}

defineParameterType({ name: "authentication", regexp: loginWords, transformer: loginIn });
