import type { Endpoint } from "../endpoint.ts";
import type { JsonObject } from "../json.ts";
import type { Verb } from "../request.ts";
import { serviceVersion } from "../service-version.ts";
import { envelopeSchemas } from "./envelope-schemas.ts";
import { operationObject } from "./operation-object.ts";
import { type PathParameter, pathTemplate } from "./path-template.ts";
import { refusalResponses } from "./responses.ts";

/**
 * Endpoints with a common path prefix, such as those of a mount at `secret/`. `parameter` is the name of the path
 * parameter in the prefix, if there is one.
 */
export type Section = Readonly<{ prefix: string; endpoints: readonly Endpoint<never>[]; parameter?: string }>;

const methods: Readonly<Record<Verb, string>> = {
  read: "get",
  write: "post",
  patch: "patch",
  delete: "delete",
  list: "get",
};

export function openApiDocument(sections: readonly Section[]): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const { prefix, endpoints, parameter } of sections) {
    const ahead: readonly PathParameter[] = parameter === undefined ? [] : [{ name: parameter }];
    for (const endpoint of endpoints) {
      const { template, parameters } = pathTemplate(endpoint.path);
      const place = { tag: tagOf(prefix + endpoint.path), parameters: [...ahead, ...parameters] };
      for (const [name, operation] of Object.entries(endpoint.operations)) {
        if (operation.internal) continue;
        const verb = name as Verb;
        const path = `/${prefix}${template}${verb === "list" ? "/" : ""}`;
        paths[path] ??= {};
        // Of several endpoints with the same path, the first is documented.
        paths[path][methods[verb]] ??= operationObject(operation, { ...place, verb, template: prefix + template });
        if (verb !== "list" || !endpoint.path.startsWith("*")) continue;
        // The rest of a path may be empty, but an OpenAPI parameter may not.
        paths[`/${prefix}`] ??= {
          get: operationObject(operation, { ...place, parameters: ahead, verb, template: prefix }),
        };
      }
    }
  }
  return {
    openapi: "3.0.2",
    info: {
      title: "Understudy",
      description:
        "A multi-cluster secrets service to rehearse with. Everything here is derived from its endpoint table.",
      version: serviceVersion,
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: "/v1" }],
    paths: Object.fromEntries(Object.entries(paths).sort(([one], [other]) => (one < other ? -1 : 1))),
    components: {
      schemas: envelopeSchemas,
      responses: refusalResponses(),
      securitySchemes: {
        token: { type: "apiKey", in: "header", name: "X-Vault-Token" },
        bearer: { type: "http", scheme: "bearer" },
      },
    },
  };
}

function tagOf(path: string): string {
  const [first = ""] = path.split("/");
  return { sys: "system", auth: "auth", identity: "identity" }[first] ?? "secrets";
}
