import { z } from "zod";
import type { Answer } from "../../../api/answer.ts";
import { noData } from "../../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../../api/endpoint.ts";
import { Problem } from "../../../api/problem.ts";
import type { Verb } from "../../../api/request.ts";
import type { HandlerContext } from "../../../core/mounts/mount-type.ts";

/** Paths of endpoints for a single secret. Verbs that these endpoints lack are refused, except LIST. */
const declared = /^(data|metadata|delete|undelete|destroy|subkeys)\//;

const anyFields = z.looseObject({});

/**
 * Serves the paths that no other endpoint of the mount serves. The warning in the response helps clients that use the
 * mount like kv version 1 (W3.10-04).
 */
export const wrongPathEndpoint: Endpoint<HandlerContext> = {
  path: "*",
  operations: {
    read: hint("get", "read"),
    list: hint("list", "list"),
    write: hint("put", "write"),
    delete: hint("delete", "delete"),
  },
};

function hint(command: string, verb: Verb) {
  return operation({
    summary: `Refuse to ${verb}; a warning names the path for secrets with versions`,
    served: "locally",
    input: anyFields,
    output: noData,
    async run(_, { path }: HandlerContext): Promise<Answer> {
      if (verb !== "list" && declared.test(path)) throw new Problem("unsupported operation", "unsupported operation");
      return {
        status: 404,
        warnings: [
          `Invalid path for a versioned K/V secrets engine. See the API docs for the appropriate API endpoints to use. If using the Vault CLI, use 'vault kv ${command}' for this operation.`,
        ],
      };
    },
  });
}
