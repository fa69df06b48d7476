import { z } from "zod";
import { type Operation, operations } from "./operations.ts";

const answers = {
  200: { description: "Done. What is so now.", content: { "application/json": { schema: { type: "object" } } } },
  400: { description: "The body is none that the operation takes; `errors` names the field." },
  403: { description: "The token is missing or wrong, or the request comes from a web page or for another host." },
  404: { description: "There is no such cluster." },
  409: { description: "The cluster is not in a state for this, such as one that is crashed already." },
} as const;

/** The OpenAPI document of the control endpoint. */
export function openApi(version: string): object {
  return {
    openapi: "3.1.0",
    info: { title: "Understudy: faults over HTTP", version },
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    paths: {
      "/v1/state": {
        get: { operationId: "state", summary: "Clusters, and faults that last.", responses: { 200: answers[200] } },
      },
      "/v1/history": {
        get: {
          operationId: "history",
          summary:
            "What happened so far, a JSON object a line (docs/history.md); with `follow=true` also what happens from now on.",
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
