import type { Block } from "./page.ts";

/** What stands in pages for the n-th cluster, as `understudy up` would have it: ports 8200, 8210, 8220. */
const printedAddress = (index: number) => `http://127.0.0.1:${8200 + 10 * index}`;

/** Where faults are asked for, in pages. */
const printedControl = "http://127.0.0.1:8300";

/** Where it all is when a page is played. */
export type Addresses = Readonly<{ apis: readonly string[]; control?: string | undefined }>;

/** A remark behind a command: what its answer has in it. */
const expectation = /^# → (.*)$/;

/** Said before each block, with the line of the page: it tells how far a script came. */
export const marker = "understudy examples: line ";

/**
 * The blocks of a page as one bash script, typed as they stand but for the addresses of clusters, which are `apis`, and of the control endpoint. curl is curl, but what
 * is refused ends the script, and each answer is kept beside for the `# → text` below it.
 */
export function scriptOf(blocks: readonly Block[], places: Addresses): string {
  return [...prelude, ...blocks.flatMap((block) => [`echo '${marker}${block.line}'`, ...linesOf(block, places)])].join(
    "\n",
  );
}

/** A page may wait this many seconds in all: what it waits for takes a moment, and a slow machine some more. */
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
