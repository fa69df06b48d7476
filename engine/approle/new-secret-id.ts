import type { z } from "zod";
import { bounded, field } from "../api/field.ts";
import { defaultBounds } from "../api/field-bounds.ts";
import { isJsonObject, parseJsonWithin } from "../api/json.ts";
import { itemsOf } from "../api/list-text.ts";
import { Problem } from "../api/problem.ts";
import { usualRequestLimits } from "../api/request-limits.ts";
import { parseAddressBlock } from "../core/address/address-block.ts";
import { areBlocksWithin } from "../core/address/block-subset.ts";
import type { HandlerContext } from "../core/mounts/mount-type.ts";
import { uuid } from "../core/naming/random-names.ts";
import type { Role } from "./role.ts";
import type { SecretId } from "./secret-id.ts";

/** Every token of the secret id has it all. */
const metadataBounds = defaultBounds.object;

/** Fields by which a secret id may be narrower than its role. */
export const secretIdFields = {
  metadata: bounded
    .any(metadataBounds)
    .meta({ description: "Names and texts, as a map or its JSON; told with every token." })
    .optional(),
  cidr_list: field.list.meta({ description: "Where logins may come from, within the role's." }).default([]),
  token_bound_cidrs: field.list.meta({ description: "Where tokens may be used from, within the role's." }).default([]),
  num_uses: field.integer.meta({ description: "Logins; 0 is no limit. Left out: the role's." }).optional(),
  ttl: field.seconds.meta({ description: "How long it lasts; 0 is for ever. Left out: the role's." }).optional(),
} as const;

type Wish = Readonly<{ [Name in keyof typeof secretIdFields]?: z.output<(typeof secretIdFields)[Name]> }>;

/** A secret id as `wish` has it. Throws a Problem when it would be wider than its role. */
export function newSecretId(
  role: Role,
  { metadata, cidr_list: boundCidrs = [], token_bound_cidrs: tokenBoundCidrs = [], num_uses, ttl }: Wish,
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

function usesOf({ secretIdUses: most }: Role, wished: number | undefined): number {
  if (wished === undefined) return most;
  if (wished < 0) throw new Problem("refused", "num_uses cannot be negative");
  if (most > 0 && (wished === 0 || wished > most)) {
    throw new Problem("refused", "num_uses cannot be higher than the role's secret_id_num_uses");
  }
  return wished;
}

function ttlOf({ secretIdTtlSeconds: longest }: Role, wished: number | undefined): number {
  if (wished === undefined) return longest;
  if (longest > 0 && (wished === 0 || wished > longest)) {
    throw new Problem("refused", "ttl cannot be longer than the role's secret_id_ttl");
  }
  return wished;
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

/** A map, its JSON, or `a=b,c=d`. */
function parseMetadata(given: unknown): Readonly<Record<string, string>> {
  if (given === undefined || given === "") return {};
  const found = typeof given === "string" ? parseText(given) : given;
  const entries = isJsonObject(found) ? Object.entries(found) : undefined;
  if (!entries?.every(([, value]) => typeof value === "string")) {
    throw new Problem("refused", "failed to parse metadata: it must be a map of names to texts");
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
  const found = itemsIn(text).map((pair) => /^([^=]+)=(.*)$/s.exec(pair.trimStart()));
  if (found.includes(null)) return undefined;
  return Object.fromEntries(found.map((pair) => [pair?.[1] ?? "", pair?.[2] ?? ""]));
}
