import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { whenOrphaned } from "./orphaned.js";
import { v8Options } from "./v8-options.js";

const oldestNode = 26;
/** Exit code if no suitable Node is found (EX_UNAVAILABLE of BSD's sysexits). */
const unavailable = 69;
/**
 * Environment variable with the process id of the launcher, which forwards signals to the program.
 */
const marker = "UNDERSTUDY_LAUNCHED";
/** Option that keeps clusters running after their starter has ended. */
const stay = "--stay";

const program = fileURLToPath(new URL("./understudy.js", import.meta.url));
// Node does not strip types below a node_modules folder, so a hook does.
const isInstalled = /[\\/]node_modules[\\/]/.test(program);
const isOld = Number.parseInt(process.versions.node, 10) < oldestNode;

export function needsLaunch() {
  return isOld || (isInstalled && process.env[marker] === undefined);
}

/** Runs the program on a suitable Node and forwards signals. Returns the exit code. */
export async function launch(words) {
  const node = isOld ? packagedNode() : process.execPath;
  if (node === undefined || (isOld && process.env[marker] !== undefined)) return unsuitable();
  const hook = new URL("./strip-types.js", import.meta.url).href;
  const strip = isInstalled ? ["--disable-warning=ExperimentalWarning", "--import", hook] : [];
  const child = spawn(node, [...v8Options, ...strip, program, ...words], {
    stdio: "inherit",
    env: { ...process.env, [marker]: String(process.pid) },
  });
  // A terminal sends Ctrl-C to both processes. The program ignores it and is ended by SIGTERM from
  // this process. The same applies to a closing terminal.
  let isNotified = false;
  const terminate = () => {
    isNotified = true;
    child.kill("SIGTERM");
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, terminate);
  process.on("SIGHUP", words.includes(stay) ? () => {} : terminate);
  if (!staysWithout(words)) whenOrphaned(() => isNotified || child.kill("SIGTERM"));
  return new Promise((resolve) => {
    child.on("error", () => resolve(unsuitable()));
    child.on("exit", (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

/**
 * Returns a function that calls back when the starter of this program has ended, or undefined if the program must not
 * end with its starter.
 */
export function orphanWatcher(words) {
  const launcher = process.env[marker];
  if (staysWithout(words) && (launcher === undefined || words.includes(stay))) return undefined;
  return (act) => whenOrphaned(act, launcher === undefined ? undefined : Number(launcher));
}

function staysWithout(words) {
  return words[0] !== "up" || words.includes(stay);
}

function packagedNode() {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve("node/package.json"));
    return ["node", "node.exe"].map((name) => join(folder, "bin", name)).find((path) => existsSync(path));
  } catch {
    return undefined;
  }
}

function unsuitable() {
  const { node } = process.versions;
  process.stderr.write(
    `understudy needs Node ${oldestNode} or newer; this is ${node} and the packaged one is missing: reinstall with install scripts allowed\n`,
  );
  return unavailable;
}
