import { join } from "node:path";
import { answers, demand } from "./tool.ts";

/** What a machine without Python lacks, in words for people; undefined when it has one that can make environments. */
export async function missingPython(): Promise<string | undefined> {
  const isThere = await answers("python3", ["-c", "import venv, ensurepip"]);
  return isThere ? undefined : "Python 3 with venv (Debian: python3-venv)";
}

/** Makes a Python of its own in `folder` and installs into it what `wanted` says, in pip's words, from wheels only. Tells where programs are. */
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
