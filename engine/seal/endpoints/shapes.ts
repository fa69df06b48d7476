import { z } from "zod";

const unsealedFields = { cluster_name: z.string().optional(), cluster_id: z.string().optional() };

export const healthShape = z.object({
  initialized: z.boolean(),
  sealed: z.boolean(),
  standby: z.boolean(),
  performance_standby: z.boolean(),
  replication_performance_mode: z.string(),
  replication_dr_mode: z.string(),
  server_time_utc: z.int(),
  version: z.string(),
  ...unsealedFields,
  last_wal: z.int().optional(),
});

export const sealStatusShape = z.object({
  type: z.string(),
  initialized: z.boolean(),
  sealed: z.boolean(),
  t: z.int(),
  n: z.int(),
  progress: z.int(),
  nonce: z.string(),
  version: z.string(),
  build_date: z.string(),
  migration: z.boolean(),
  ...unsealedFields,
  recovery_seal: z.boolean(),
  storage_type: z.string(),
});

export const initShape = z.object({
  keys: z.array(z.string()),
  keys_base64: z.array(z.string()),
  root_token: z.string(),
});
