import { isJsonObject, type Json, parseJson } from "../api/json.ts";
import type { Reply } from "../api/request.ts";
import { loneEngine } from "../engine.suite.ts";
import type { Engine } from "../engine.ts";
import type { AuditSinks } from "../ports/audit.ts";
import type { Databases } from "../ports/databases.ts";
import { memoryStore } from "../stores/memory-store.ts";
import { formatReply } from "./format-reply.suite.ts";
import { evidence, ScriptedCloud } from "./scripted-cloud.suite.ts";
import type { Example, Line } from "./transcript.suite.ts";

const audit: AuditSinks = { open: async () => ({ write: async () => {}, close: async () => {} }) };

/** Databases port in which every login and statement succeeds and every user exists. */
const databases: Databases = {
  open: () => ({
    transact: async () => {},
    settle: async () => {},
    verify: async () => {},
    column: async () => ["1"],
    close: async () => {},
  }),
};

export type Way = (handle: Engine["handle"]) => Promise<Readonly<{ handle: Engine["handle"] } & AsyncDisposable>>;

const direct: Way = async (handle) => ({ handle, async [Symbol.asyncDispose]() {} });

/** Sends the requests of an example to a new cluster. Returns the example with the actual responses. */
export async function play({ title, isUntouched, lines }: Example, way: Way = direct): Promise<Example> {
  const cloud = new ScriptedCloud();
  const { engine, clock } = await loneEngine(memoryStore(), { audit, databases, cloud }, { sealed: isUntouched });
  await using front = await way(engine.handle);
  const played: Line[] = [];
  const names = new Map(evidence);
  const filled = (text: string) => text.replace(/\$([a-z]\w*)/g, (whole, name) => names.get(name) ?? whole);
  let last: Reply | undefined;
  for (const [first, ...more] of callsOf(lines)) {
    played.push(first, ...more);
    if (first.sign === "~") await clock.pass(Number(first.text));
    if (first.sign === "^") cloud.configure(filled(first.text));
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
    // The HTTP server omits the body of a response to HEAD.
    const answer = formatReply(method === "HEAD" ? { ...last, body: "" } : last, of("?"));
    if (first.sign === ">") played.push({ sign: "<", text: answer });
    else if (last.status >= 300) throw new Error(`${first.text} should have succeeded: ${answer}`);
  }
  await engine.stop();
  return { title, isUntouched, lines: played };
}

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

function memberOf(reply: Reply | undefined, path: string): string {
  let value = parseJson(reply?.body ?? "") as Json | undefined;
  for (const name of path.split(".")) {
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(name)];
    else value = isJsonObject(value) ? value[name] : undefined;
  }
  if (typeof value !== "string") throw new Error(`the reply has no text at ${path}: ${reply?.body}`);
  return value;
}
