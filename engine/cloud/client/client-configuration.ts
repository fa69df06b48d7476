import { z } from "zod";
import { field } from "../../api/field.ts";
import type { JsonObject } from "../../api/json.ts";
import { Problem } from "../../api/problem.ts";
import { collection, type Storage } from "../../core/storage/storage.ts";
import { canonicalHeaderName } from "./header-name.ts";

/**
 * Client configuration of a mount: credentials, endpoints and retries of requests to the provider, and rules for
 * headers of signed requests (CLOUD-CLIENT-01 to CLOUD-CLIENT-07).
 */
export type ClientConfiguration = Readonly<{
  max_retries: number;
  access_key: string;
  secret_key: string;
  endpoint: string;
  iam_endpoint: string;
  sts_endpoint: string;
  sts_region: string;
  iam_server_id_header_value: string;
  allowed_sts_header_values: readonly string[];
}>;

export const clientFields = z.object({
  max_retries: field.integer.optional(),
  access_key: field.text.optional(),
  secret_key: field.secret.optional(),
  endpoint: field.text.optional(),
  iam_endpoint: field.text.optional(),
  sts_endpoint: field.text.optional(),
  sts_region: field.text.optional(),
  iam_server_id_header_value: field.text.optional(),
  allowed_sts_header_values: field.list.optional(),
});

export const unconfigured: ClientConfiguration = {
  max_retries: -1,
  access_key: "",
  secret_key: "",
  endpoint: "",
  iam_endpoint: "",
  sts_endpoint: "",
  sts_region: "",
  iam_server_id_header_value: "",
  allowed_sts_header_values: [],
};

const configurations = collection<ClientConfiguration>("shared", "config/");

export const clientConfiguration = {
  read: (storage: Storage) => configurations.read(storage, "client"),
  put: (configuration: ClientConfiguration) => configurations.put("client", configuration),
  remove: () => configurations.remove("client"),
};

export function reviseClientConfiguration(
  old: ClientConfiguration,
  changes: z.output<typeof clientFields>,
): ClientConfiguration {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const next: ClientConfiguration = { ...old, ...given };
  if (next.max_retries < -1) throw new Problem("refused", "'max_retries' cannot be less than -1");
  const allowed = next.allowed_sts_header_values.map(canonicalHeaderName);
  return { ...next, allowed_sts_header_values: [...new Set(allowed)] };
}

export function shownClientConfiguration({ secret_key: _, ...shown }: ClientConfiguration): JsonObject {
  return shown;
}
