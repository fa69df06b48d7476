import { readFileSync } from "node:fs";
import type { Choice } from "./single.ts";

/** A limit of the service, the replacement of text in `file` that removes it, and how its removal is detected. */
export type Limit = Readonly<{ name: string; file: string; why: string; find: string; replace: string; sign: Sign }>;

/** Detection of the removal of a limit: an input that is no longer refused, or a test that fails. */
export type Sign =
  | Readonly<{ kind: "input"; choice: Required<Choice>; status: number; text: string }>
  | Readonly<{ kind: "test"; file: string; name: string }>;

const heading = /^(\S+) in (\S+): (.+)$/;

/** Throws if a paragraph of limits.txt is invalid. */
export function allLimits(): readonly Limit[] {
  const text = readFileSync(new URL("./limits.txt", import.meta.url), "utf8");
  const paragraphs = text.replaceAll(/^#.*\n?/gm, "").split(/\n{2,}/);
  return paragraphs
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => limitOf(paragraph.trim().split("\n")));
}

function limitOf([head = "", ...lines]: readonly string[]): Limit {
  const [, name, file, why] = heading.exec(head) ?? [];
  const after = (sign: string) => lines.filter((line) => line.startsWith(`${sign} `)).map((line) => line.slice(2));
  const [sign, ...more] = after("<");
  if (name === undefined || file === undefined || why === undefined || sign === undefined || more.length > 0) {
    throw new Error(`limits.txt: a limit has a heading "LIMIT in FILE: why" and one line "< ", unlike: ${head}`);
  }
  return { name, file, why, find: after("-").join("\n"), replace: after("+").join("\n"), sign: signOf(sign) };
}

function signOf(text: string): Sign {
  const [first = "", ...rest] = text.split(" | ");
  if (first.startsWith("test ")) return { kind: "test", file: first.slice("test ".length), name: rest.join(" | ") };
  const [field = "", shape = "", bytes, answer = ""] = rest;
  const [, status, refusal = ""] = /^(\d{3}) ?(.*)$/.exec(answer) ?? [];
  if (status === undefined)
    throw new Error(`limits.txt: an input ends with its size and the status of its refusal, unlike: ${text}`);
  return {
    kind: "input",
    choice: { operation: first, field, shape, bytes: Number(bytes) },
    status: Number(status),
    text: refusal,
  };
}
