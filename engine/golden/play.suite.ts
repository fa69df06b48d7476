import { isJsonObject, type Json, parseJson } from "../api/json.ts";
import type { Reply } from "../api/request.ts";
import { loneEngine } from "../engine.suite.ts";
import type { Engine } from "../engine.ts";
import type { AuditSinks } from "../ports/audit.ts";
import type { Databases } from "../ports/databases.ts";
import { memoryStore } from "../stores/memory-store.ts";
import { told } from "./format-reply.suite.ts";
import { evidence, ScriptedCloud } from "./scripted-cloud.suite.ts";
import type { Example, Line } from "./transcript.suite.ts";

/** Everything may be written to. */
const audit: AuditSinks = { open: async () => ({ write: async () => {}, close: async () => {} }) };

/** A database where every login succeeds, every statement is accepted, and every user exists. */
const databases: Databases = {
  open: () => ({
    transact: async () => {},
    settle: async () => {},
    verify: async () => {},
    column: async () => ["1"],
    close: async () => {},
  }),
};

/** What a request comes through on its way to the engine. */
export type Way = (handle: Engine["handle"]) => Promise<Readonly<{ handle: Engine["handle"] } & AsyncDisposable>>;

const straight: Way = async (handle) => ({ handle, async [Symbol.asyncDispose]() {} });

/** Plays an example on a cluster of its own, and returns it with the answers that it got. */
export async function play({ title, isUntouched, lines }: Example, way: Way = straight): Promise<Example> {
  const cloud = new ScriptedCloud();
  const { engine, clock } = await loneEngine(memoryStore(), { audit, databases, cloud }, { sealed: isUntouched });
  await using front = await way(engine.handle);
  const heard: Line[] = [];
  const names = new Map(evidence);
  const filled = (text: string) => text.replace(/\$([a-z]\w*)/g, (whole, name) => names.get(name) ?? whole);
  let last: Reply | undefined;
  for (const [first, ...more] of callsOf(lines)) {
    heard.push(first, ...more);
    if (first.sign === "~") await clock.pass(Number(first.text));
    if (first.sign === "^") cloud.tell(filled(first.text));
    if (first.sign === "$") {
      const [name = "", path = ""] = first.text.split(" = ");
      names.set(name, memberOf(last, path));
    }
    if (first.sign !== ">" && first.sign !== ".") continue;
    const of = (sign: string) => more.filter((line) => line.sign === sign).map(({ text }) => filled(text));
    const [, method = "", target = "", body = ""] = /^(\S+) (\S+)\s*(.*)$/su.exec(filled(first.text)) ?? [];
    last = await front.handle({
      method,
      target: target.startsWith("/") ? target : `/v1/${target}`,
      headers: { "x-vault-token": isUntouched ? undefined : "root", ...Object.fromEntries(of("|").map(headerIn)) },
      body,
      remoteAddress: of("@")[0] ?? "127.0.0.1",
    });
    // The HTTP edge leaves out the body of what is asked for by HEAD.
    const answer = told(method === "HEAD" ? { ...last, body: "" } : last, of("?"));
    if (first.sign === ">") heard.push({ sign: "<", text: answer });
    else if (last.status >= 300) throw new Error(`${first.text} was to succeed: ${answer}`);
  }
  await engine.stop();
  return { title, isUntouched, lines: heard };
}

/** Each task with the lines that say more of it; answers are left out. */
function callsOf(lines: readonly Line[]): readonly [Line, ...Line[]][] {
  const calls: [Line, ...Line[]][] = [];
  for (const line of lines) {
    const last = calls.at(-1);
    if (last && "|?@".includes(line.sign)) last.push(line);
    else if (line.sign !== "<") calls.push([line]);
  }
  return calls;
}

function headerIn(text: string): readonly [string, string] {
  const at = text.indexOf(":");
  return [text.slice(0, at).trim().toLowerCase(), text.slice(at + 1).trim()];
}

/** The member of a reply at `path`, such as `auth.client_token` or `keys.0`. */
function memberOf(reply: Reply | undefined, path: string): string {
  let value = parseJson(reply?.body ?? "") as Json | undefined;
  for (const name of path.split(".")) {
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(name)];
    else value = isJsonObject(value) ? value[name] : undefined;
  }
  if (typeof value !== "string") throw new Error(`the reply has no text at ${path}: ${reply?.body}`);
  return value;
}
