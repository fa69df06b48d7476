import type { z } from "zod";
import { bounded, field } from "../api/field.ts";
import { defaultBounds } from "../api/fields/field-bounds.ts";
import { isJsonObject, parseJsonWithin } from "../api/json.ts";
import { Problem } from "../api/problem.ts";
import { usualRequestLimits } from "../api/requests/request-limits.ts";
import { itemsOf } from "../api/values/list-text.ts";
import { parseAddressBlock } from "../core/address/address-block.ts";
import { areBlocksWithin } from "../core/address/block-subset.ts";
import type { HandlerContext } from "../core/mounts/mount-type.ts";
import { uuid } from "../core/naming/random-names.ts";
import type { Role } from "./role.ts";
import type { SecretId } from "./secret-id.ts";

const metadataBounds = defaultBounds.object;

export const secretIdFields = {
  metadata: bounded
    .any(metadataBounds)
    .meta({ description: "Names with string values, as a map or its JSON; included in every token." })
    .optional(),
  cidr_list: field.list.meta({ description: "Allowed login addresses; a subset of the role's." }).default([]),
  token_bound_cidrs: field.list.meta({ description: "Allowed token addresses; a subset of the role's." }).default([]),
  num_uses: field.integer.meta({ description: "Maximum logins; 0 means unlimited. Default: the role's." }).optional(),
  ttl: field.seconds.meta({ description: "Lifetime; 0 means unlimited. Default: the role's." }).optional(),
} as const;

type SecretIdRequest = Readonly<{ [Name in keyof typeof secretIdFields]?: z.output<(typeof secretIdFields)[Name]> }>;

export function newSecretId(
  role: Role,
  { metadata, cidr_list: boundCidrs = [], token_bound_cidrs: tokenBoundCidrs = [], num_uses, ttl }: SecretIdRequest,
  { entropy, clock, leaseLimits }: HandlerContext,
): SecretId {
  requireWithin(boundCidrs, role.secretIdBoundCidrs);
  requireWithin(tokenBoundCidrs, role.tokens.boundCidrs);
  const now = clock.now();
  const ttlSeconds = Math.min(ttlOf(role, ttl), leaseLimits().maxSeconds);
  return {
    accessor: uuid(entropy),
    uses: usesOf(role, num_uses),
    ttlSeconds,
    createdAt: now,
    updatedAt: now,
    expiresAt: ttlSeconds > 0 ? now + ttlSeconds * 1000 : null,
    metadata: parseMetadata(metadata),
    boundCidrs,
    tokenBoundCidrs,
  };
}

function usesOf({ secretIdUses: limit }: Role, requested: number | undefined): number {
  if (requested === undefined) return limit;
  if (requested < 0) throw new Problem("refused", "num_uses cannot be negative");
  if (limit > 0 && (requested === 0 || requested > limit)) {
    throw new Problem("refused", "num_uses cannot be higher than the role's secret_id_num_uses");
  }
  return requested;
}

function ttlOf({ secretIdTtlSeconds: limit }: Role, requested: number | undefined): number {
  if (requested === undefined) return limit;
  if (limit > 0 && (requested === 0 || requested > limit)) {
    throw new Problem("refused", "ttl cannot be longer than the role's secret_id_ttl");
  }
  return requested;
}

function requireWithin(blocks: readonly string[], roleBlocks: readonly string[]): void {
  if (blocks.some((block) => !parseAddressBlock(block))) throw new Problem("refused", "failed to validate CIDR blocks");
  if (roleBlocks.length === 0 || areBlocksWithin(blocks, roleBlocks)) return;
  throw new Problem(
    "refused",
    `CIDR blocks on the secret ID ${listed(blocks)} should be a subset of CIDR blocks on the role ${listed(roleBlocks)}`,
  );
}

function listed(blocks: readonly string[]): string {
  return `[${blocks.map((block) => JSON.stringify(block)).join(" ")}]`;
}

function parseMetadata(input: unknown): Readonly<Record<string, string>> {
  if (input === undefined || input === "") return {};
  const parsed = typeof input === "string" ? parseText(input) : input;
  const entries = isJsonObject(parsed) ? Object.entries(parsed) : undefined;
  if (!entries?.every(([, value]) => typeof value === "string")) {
    throw new Problem("refused", "failed to parse metadata: it must be a map of names to strings");
  }
  return Object.fromEntries(entries) as Record<string, string>;
}

function parseText(text: string): unknown {
  if (!text.trimStart().startsWith("{")) return pairs(text);
  try {
    return parseJsonWithin(text, { ...usualRequestLimits, bodyValues: metadataBounds.items });
  } catch {
    return undefined;
  }
}

function itemsIn(text: string): readonly string[] {
  try {
    return itemsOf(text, metadataBounds.items);
  } catch (cause) {
    throw new Problem("refused", `failed to parse metadata: ${(cause as Error).message}`, { cause });
  }
}

function pairs(text: string): unknown {
  const parsed = itemsIn(text).map((pair) => /^([^=]+)=(.*)$/s.exec(pair.trimStart()));
  if (parsed.includes(null)) return undefined;
  return Object.fromEntries(parsed.map((pair) => [pair?.[1] ?? "", pair?.[2] ?? ""]));
}
