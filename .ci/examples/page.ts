export type Block = Readonly<{ line: number; text: string }>;

export function fenced(page: string, language: string): readonly Block[] {
  const form = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm");
  return [...page.matchAll(form)].map((match) => ({
    // The fence itself is one line.
    line: page.slice(0, match.index).split("\n").length + 1,
    text: match[1] ?? "",
  }));
}

/**
 * The examples of a page: environment and arguments of `understudy up`, and the `sh` blocks after it that start no
 * clusters.
 */
export type Play = Readonly<{
  environment: Readonly<Record<string, string>>;
  up: readonly string[];
  blocks: readonly Block[];
}>;

const upLine = /^((?:\w+=\S+ )*)node bin\/understudy\.js up(.*)$/m;

/**
 * Returns the examples of a page, beginning with the first `sh` block that starts clusters. Throws if there is no such
 * block or no `curl` command after it.
 */
export function playOf(page: string, name: string): Play {
  const blocks = fenced(page, "sh");
  const first = blocks.findIndex(({ text }) => upLine.test(text));
  const [, variables = "", words = ""] = upLine.exec(blocks[first]?.text ?? "") ?? [];
  const asked = blocks.slice(first + 1).filter(({ text }) => !upLine.test(text));
  if (first < 0) throw new Error(`no sh block of ${name} raises clusters by node bin/understudy.js up`);
  if (!asked.some(({ text }) => /\bcurl /.test(text))) throw new Error(`no sh block of ${name} asks by curl`);
  const remark = /\s(#.*|&)\s*$/;
  const environment = Object.fromEntries(
    [...variables.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
  return { environment, up: words.replace(remark, "").replace(remark, "").split(" ").filter(Boolean), blocks: asked };
}
