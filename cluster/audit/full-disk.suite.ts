/** Child process that appends lines of its input to an audit file and prints the result of each. */
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { fileSink } from "./file-sink.ts";

const [path = ""] = process.argv.slice(2);
const sink = await fileSink({ path, mode: 0o600, beginning: "", folders: [dirname(path)] });
process.stdout.write("open\n");
for await (const line of createInterface({ input: process.stdin })) {
  const outcome = await sink.write(`${line}\n`).then(
    () => "written",
    (error: NodeJS.ErrnoException) => error.code ?? "failed",
  );
  process.stdout.write(`${outcome}\n`);
}
await sink.close();
