import { z } from "zod";
import { type Operation, operations } from "./operations.ts";

const answers = {
  200: {
    description: "Done. Returns the current state.",
    content: { "application/json": { schema: { type: "object" } } },
  },
  400: { description: "The body is invalid; `errors` names the field." },
  403: { description: "The token is missing or wrong, or the request comes from a web page or for another host." },
  404: { description: "There is no such cluster." },
  409: { description: "The cluster is not in a state for this, such as already crashed." },
} as const;

export function openApi(version: string): object {
  return {
    openapi: "3.1.0",
    info: { title: "Understudy: faults over HTTP", version },
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    paths: {
      "/v1/state": {
        get: { operationId: "state", summary: "Clusters and lasting faults.", responses: { 200: answers[200] } },
      },
      "/v1/history": {
        get: {
          operationId: "history",
          summary: "Events so far, one JSON object per line (docs/history.md); with `follow=true` also later events.",
          parameters: [{ name: "follow", in: "query", schema: { type: "boolean" } }],
          responses: { 200: { description: "The history.", content: { "application/x-ndjson": {} } } },
        },
      },
      ...Object.fromEntries(
        operations.map((one) => [one.path.replace(":cluster", "{cluster}"), { post: described(one) }]),
      ),
    },
  };
}

function described({ name, path, summary, body }: Operation): object {
  const { $schema: _, ...schema } = z.toJSONSchema(body, { io: "input" });
  const inPath = { name: "cluster", in: "path", required: true, schema: { type: "string" } };
  return {
    operationId: name,
    summary,
    ...(path.includes(":cluster") ? { parameters: [inPath] } : {}),
    requestBody: { content: { "application/json": { schema } } },
    responses: answers,
  };
}
