import { join } from "node:path";
import { checkoutRoot } from "../suite/checkout-root.ts";
import { judge, readClosingLine } from "../suite/count.ts";
import type { Client } from "./client.ts";
import { missingPython, pythonEnvironment } from "./python-environment.ts";
import { runTool } from "./tool.ts";

const flows = `${checkoutRoot}.ci/clients/hvac/`;

/** `hvac`, the client of Python programs, in a virtual environment with the versions of `hvac/requirements.txt`. */
export const hvac: Client = {
  name: "python",
  title: "hvac 2.4.0",
  lacks: missingPython,
  async prepare(folder) {
    await pythonEnvironment(join(folder, "python"), ["-r", `${flows}requirements.txt`]);
  },
  async play({ environment, folder }) {
    const { output, ending } = await runTool(join(folder, "python", "bin", "python"), [`${flows}run.py`], {
      folder,
      // Prevents compiled files beside the flows.
      environment: { ...environment, PYTHONDONTWRITEBYTECODE: "1" },
      onOutput: (text) => process.stdout.write(text),
    });
    return judge(readClosingLine(output), ending);
  },
};
