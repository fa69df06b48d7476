/** A request to a cluster in a curl or vault command. `at` is the address in the command, such as `$OSLO`. */
export type Call = Readonly<{
  does: "read" | "write";
  at: string;
  path: string;
  fields: Readonly<Record<string, unknown>>;
}>;

/** Returns the requests of the `curl` commands in a text, in order. */
export function curlCalls(text: string): readonly Call[] {
  return commandsOf(text, "curl").map((words) => {
    const [, at = "", path = ""] = /^(.*?)\/v1\/(.*)$/.exec(words.at(-1) ?? "") ?? [];
    const body = wordAfter(words, "-d");
    const does = body !== undefined || wordAfter(words, "-X") === "POST" ? "write" : "read";
    return { does, at, path, fields: body === undefined ? {} : JSON.parse(body) };
  });
}

/**
 * Returns the requests of the commands `vault read`, `vault write`, `vault kv get` and `vault kv put` in a text, in
 * order. The kv commands are taken for kv version 2.
 */
export function vaultCalls(text: string): readonly Call[] {
  return commandsOf(text, "vault").map((words): Call => {
    const flag = (name: string) => words.find((one) => one.startsWith(`-${name}=`))?.slice(name.length + 2) ?? "";
    const others = words.filter((one) => !one.startsWith("-"));
    const isKv = others[0] === "kv";
    const [verb, path = "", ...pairs] = isKv ? others.slice(1) : others;
    const does = verb === "read" || verb === "get" ? "read" : "write";
    const given = Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s)));
    if (!isKv) return { does, at: flag("address"), path, fields: given };
    return {
      does,
      at: flag("address"),
      path: `${flag("mount")}/data/${path}`,
      fields: does === "read" ? {} : { data: given },
    };
  });
}

/** Matches a word (bare, quoted, or both) and the blanks before it. Any other character ends a command. */
const nextWord = /(?:[ \t]|\\\n)*((?:'[^']*'|"[^"]*"|[^\s'"|;)\\])+)/gy;

function commandsOf(text: string, program: string): readonly (readonly string[])[] {
  return [...text.matchAll(new RegExp(`\\b${program} (?=\\S)`, "g"))].map((start) => {
    const rest = text.slice(start.index + start[0].length);
    return [...rest.matchAll(nextWord)].map(([, word = ""]) => unquoted(word));
  });
}

function unquoted(word: string): string {
  return word.replace(
    /'([^']*)'|"([^"]*)"/g,
    (_, single: string | undefined, double: string | undefined) => single ?? double ?? "",
  );
}

function wordAfter(words: readonly string[], option: string): string | undefined {
  const at = words.indexOf(option);
  return at < 0 ? undefined : words[at + 1];
}
