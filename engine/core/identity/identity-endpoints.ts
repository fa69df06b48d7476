import type { Endpoint } from "../../api/endpoint.ts";
import type { SystemScene } from "../system-scene.ts";
import { aliasEndpoints } from "./endpoints/alias-endpoints.ts";
import { entityEndpoints } from "./endpoints/entity-endpoints.ts";
import { groupAliasEndpoints } from "./endpoints/group-alias-endpoints.ts";
import { groupEndpoints } from "./endpoints/group-endpoints.ts";
import { internalEndpoints } from "./endpoints/internal-endpoints.ts";
import { lookupEndpoints } from "./endpoints/lookup-endpoints.ts";
import { mergeEndpoint } from "./endpoints/merge-endpoint.ts";

/** `identity/…` (reference-wire.md, 3.8). */
export const identityEndpoints: readonly Endpoint<SystemScene>[] = [
  ...entityEndpoints,
  mergeEndpoint,
  ...aliasEndpoints,
  ...groupEndpoints,
  ...groupAliasEndpoints,
  ...lookupEndpoints,
  ...internalEndpoints,
];
