import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readConformance } from "#harness/cli/conformance-reports.ts";
import { reportFolder } from "#harness/cli/report-folder.ts";
import { makeFolder } from "#harness/files/make-folder.ts";
import { matrixFiles } from "#harness/reports/conformance/matrix.ts";
import { readRequirements } from "#harness/reports/requirements.ts";

/** Mode of a folder that everyone may read, subject to the umask. */
const everyone = 0o777;

type Matrix = Readonly<{ files: readonly string[]; output: string }>;

type Context = Readonly<{ stdout: Readonly<{ write(text: string): unknown }>; directory: string }>;

/**
 * Writes a page that compares conformance reports, and its badges, into the folder `output`. The files and
 * folders can be read by everyone, because they are to be published. Throws a Failure "usage" if a report is invalid.
 */
export function writeMatrix({ files, output }: Matrix, { stdout, directory }: Context): void {
  const folder = reportFolder(output, directory, "--output");
  for (const [path, text] of Object.entries(matrixFiles(readConformance(files, directory), readRequirements()))) {
    makeFolder(dirname(join(folder, path)), everyone);
    writeFileSync(join(folder, path), text);
  }
  stdout.write(`matrix: ${join(output, "index.html")}\n`);
}
