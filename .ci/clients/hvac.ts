import { join } from "node:path";
import { judge, readClosingLine } from "../suite/count.ts";
import { house } from "../suite/house.ts";
import type { Client } from "./client.ts";
import { answers, demand, runTool } from "./tool.ts";

const flows = `${house}.ci/clients/hvac/`;

/** `hvac`, the client of Python programs, in an environment of its own with the versions of `hvac/requirements.txt`. */
export const hvac: Client = {
  title: "hvac 2.4.0",
  async lacks() {
    if (await answers("python3", ["-c", "import venv, ensurepip"])) return undefined;
    return "Python 3 with venv (Debian: python3-venv)";
  },
  async prepare(folder) {
    await demand("python3", ["-m", "venv", join(folder, "python")], { folder });
    const pip = ["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"];
    await demand(python(folder), [...pip, "--only-binary", ":all:", "-r", `${flows}requirements.txt`], { folder });
  },
  async play({ environment, folder }) {
    const { output, ending } = await runTool(python(folder), [`${flows}run.py`], {
      folder,
      // No cache of compiled files beside the flows.
      environment: { ...environment, PYTHONDONTWRITEBYTECODE: "1" },
      hear: (text) => process.stdout.write(text),
    });
    return judge(readClosingLine(output), ending);
  },
};

function python(folder: string): string {
  return join(folder, "python", "bin", "python");
}
