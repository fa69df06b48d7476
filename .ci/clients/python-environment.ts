import { join } from "node:path";
import { answers, demand } from "./tool.ts";

/** Returns a description of the missing prerequisite, or undefined if a Python with venv is installed. */
export async function missingPython(): Promise<string | undefined> {
  const isThere = await answers("python3", ["-c", "import venv, ensurepip"]);
  return isThere ? undefined : "Python 3 with venv (Debian: python3-venv)";
}

/**
 * Creates a virtual environment in `folder` and installs packages, only from wheels. `wanted` has arguments of `pip
 * install`. Returns the folder of the environment's programs.
 */
export async function pythonEnvironment(folder: string, wanted: readonly string[]): Promise<string> {
  await demand("python3", ["-m", "venv", folder], { folder: "/" });
  const programs = join(folder, "bin");
  const pip = [
    "-m",
    "pip",
    "install",
    "--quiet",
    "--no-input",
    "--disable-pip-version-check",
    "--only-binary",
    ":all:",
  ];
  await demand(join(programs, "python"), [...pip, ...wanted], { folder });
  return programs;
}
