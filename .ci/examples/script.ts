import type { Block } from "./page.ts";

/** Returns the address of the n-th cluster in pages, with the default ports 8200, 8210, 8220. */
const printedAddress = (index: number) => `http://127.0.0.1:${8200 + 10 * index}`;

/** Address of the control endpoint in pages. */
const printedControl = "http://127.0.0.1:8300";

/** Actual addresses when a page is played. */
export type Addresses = Readonly<{ apis: readonly string[]; control?: string | undefined }>;

/** Matches a comment after a command: a text in its reply. */
const expectation = /^# → (.*)$/;

/** Printed before each block, with the line of the page, to show the progress of a script. */
export const marker = "understudy examples: line ";

/**
 * Returns the blocks of a page as one bash script, with the addresses of clusters and the control
 * endpoint replaced. A refused curl request ends the script, and each reply is stored for the `# →
 * text` below it.
 */
export function scriptOf(blocks: readonly Block[], places: Addresses): string {
  return [...prelude, ...blocks.flatMap((block) => [`echo '${marker}${block.line}'`, ...linesOf(block, places)])].join(
    "\n",
  );
}

/** Maximum number of `sleep` calls of a page. Each is `sleep 1`, so also the seconds that it waits. */
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
