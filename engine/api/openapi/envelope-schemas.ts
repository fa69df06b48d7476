import type { JsonObject } from "../json.ts";
import type { Schema } from "./field-schema.ts";

const text: Schema = { type: "string" };
const whole: Schema = { type: "integer" };
const truth: Schema = { type: "boolean" };
const texts: Schema = { type: "array", items: text };
const something: Schema = { type: "object", nullable: true };

function record(properties: JsonObject, optional: JsonObject = {}): Schema {
  return { type: "object", required: Object.keys(properties), properties: { ...properties, ...optional } };
}

const auth: Schema = record(
  {
    client_token: text,
    accessor: text,
    policies: texts,
    metadata: { ...something, additionalProperties: text },
    lease_duration: whole,
    renewable: truth,
    entity_id: text,
    token_type: { type: "string", enum: ["service", "batch"] },
    orphan: truth,
    mfa_requirement: something,
    num_uses: whole,
  },
  { token_policies: texts, identity_policies: texts },
);

const wrapInfo: Schema = record(
  {
    token: text,
    accessor: text,
    ttl: whole,
    creation_time: { type: "string", format: "date-time" },
    creation_path: text,
  },
  { wrapped_accessor: text },
);

/** Schemas of error bodies, and of response bodies with an envelope (`engine/api/answer.ts`; F4.1-01). */
export const envelopeSchemas: JsonObject = {
  Errors: { ...record({ errors: texts }), additionalProperties: false },
  Envelope: record({
    request_id: text,
    lease_id: text,
    renewable: truth,
    lease_duration: whole,
    data: something,
    wrap_info: { ...wrapInfo, nullable: true },
    warnings: { ...texts, nullable: true },
    auth: { ...auth, nullable: true },
  }),
};
