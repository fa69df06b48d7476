import type { Block } from "./page.ts";

/** Returns the address of a cluster in pages, by its index. They have the default ports: 8200, 8210, 8220. */
const printedAddress = (index: number) => `http://127.0.0.1:${8200 + 10 * index}`;

const printedControl = "http://127.0.0.1:8300";

export type Addresses = Readonly<{ apis: readonly string[]; control?: string | undefined }>;

/** Matches a comment on the line after a command. Group 1 is a text that the response must contain. */
const expectation = /^# → (.*)$/;

/** Prefix of a line that the script prints before each block, with the number of the block's line in the page. */
export const marker = "understudy examples: line ";

/**
 * Returns the blocks of a page as one bash script. The addresses of clusters and of the control endpoint are replaced.
 * A refused curl request ends the script. Each response is stored, to compare it with the `# → text` below the command.
 */
export function scriptOf(blocks: readonly Block[], places: Addresses): string {
  return [...prelude, ...blocks.flatMap((block) => [`echo '${marker}${block.line}'`, ...linesOf(block, places)])].join(
    "\n",
  );
}

/** Maximum number of `sleep` calls for a page, so that waiting in vain ends. */
const maxNaps = 90;

const prelude = [
  "set -euo pipefail",
  'answer="$(mktemp)" naps=0',
  `trap 'rm -f "$answer"' EXIT`,
  "curl() {",
  '  local status; : > "$answer"',
  `  status="$(command curl -sS --max-time 60 -o "$answer" -w '%{http_code}' "$@")" || true`,
  '  cat "$answer"; echo',
  '  [ "$status" -ge 200 ] && [ "$status" -lt 400 ] || { echo "refused with $status" >&2; return 22; }',
  "}",
  'holds() { grep -qF -- "$1" "$answer" || { echo "the answer lacks $1"; exit 1; }; }',
  `sleep() { naps=$((naps + 1)); [ "$naps" -le ${maxNaps} ] || { echo "waited in vain"; exit 1; }; command sleep "$1"; }`,
];

function linesOf({ text }: Block, { apis, control = printedControl }: Addresses): readonly string[] {
  return text.split("\n").map((line) => {
    const [, expected] = expectation.exec(line) ?? [];
    if (expected !== undefined) return `holds '${expected.replaceAll("'", "'\\''")}'`;
    const typed = line.replaceAll(printedControl, control);
    return apis.reduce((typed, api, index) => typed.replaceAll(printedAddress(index), api), typed);
  });
}
