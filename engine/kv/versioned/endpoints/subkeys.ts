import { z } from "zod";
import type { Answer } from "../../../api/answer.ts";
import { anyData } from "../../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../../api/endpoint.ts";
import { field } from "../../../api/field.ts";
import { type Json, parseJson } from "../../../api/json.ts";
import type { HandlerContext } from "../../../core/mounts/mount-type.ts";
import { isMap } from "../merge-patch.ts";
import { findVersion } from "../read-version.ts";
import { versionData } from "../shown.ts";
import { subkeysOf } from "../subkeys.ts";

const subkeysFields = z.object({
  path: field.name,
  version: field.integer.default(0),
  depth: field.integer.meta({ description: "Maximum number of levels of names; 0 means all." }).default(0),
});

const subkeysData = z.object({ metadata: versionData, subkeys: anyData });

export const subkeysEndpoint: Endpoint<HandlerContext> = {
  path: "subkeys/*path",
  operations: {
    read: operation({
      summary: "Read the names within a version of a secret, without the values",
      served: "locally",
      input: subkeysFields,
      output: subkeysData,
      async run({ path, version, depth }, context: HandlerContext): Promise<Answer> {
        const { metadata, text } = await findVersion(context, path, version);
        if (text === undefined) return { status: 404, data: { metadata, subkeys: null } };
        const data = parseJson(text) as Json;
        return { data: { metadata, subkeys: isMap(data) ? subkeysOf(data, depth) : {} } };
      },
    }),
  },
};
