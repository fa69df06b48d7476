import type { Count } from "../suite/count.ts";
import { openApiOf } from "./openapi.ts";
import { post } from "./post.ts";
import type { Raised } from "./raised.ts";

/** Bodies that are invalid JSON or not an object. */
const broken: readonly string[] = ['{"a":', "[]", '"text"', "{'a':1}", "[".repeat(100_000), "\u0000"];

type Described = Readonly<{ paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> }>;

/**
 * Sends invalid bodies to every operation with a body. Each must be refused as invalid JSON, before any other check.
 */
export async function sendBrokenBodies(raised: Raised): Promise<Count> {
  const { paths } = JSON.parse(await openApiOf(raised)) as Described;
  const templates = Object.keys(paths).filter((path) => paths[path]?.post !== undefined);
  let [passed, failed] = [0, 0];
  for (const template of templates) {
    const path = template.slice(1).replaceAll(/\{\w+\}/g, "a");
    for (const body of broken) {
      const { status, text } = await post(raised, path, body);
      if (status === 400 && text === '{"errors":["error parsing JSON"]}') passed += 1;
      else {
        failed += 1;
        process.stdout.write(`POST ${path} answered ${body.slice(0, 20)} with ${status} ${text.slice(0, 200)}\n`);
      }
    }
  }
  return { passed, failed };
}
