import type { Endpoint } from "../../api/endpoint.ts";
import type { SystemContext } from "../system-context.ts";
import { aliasEndpoints } from "./identity/alias.ts";
import { entityEndpoints } from "./identity/entity.ts";
import { groupEndpoints } from "./identity/group.ts";
import { groupAliasEndpoints } from "./identity/group-alias.ts";
import { internalEndpoints } from "./identity/internal.ts";
import { lookupEndpoints } from "./identity/lookup.ts";
import { mergeEndpoint } from "./identity/merge.ts";

/** Endpoints below `identity/` (W3.8-01 to W3.8-08). */
export const identityEndpoints: readonly Endpoint<SystemContext>[] = [
  ...entityEndpoints,
  mergeEndpoint,
  ...aliasEndpoints,
  ...groupEndpoints,
  ...groupAliasEndpoints,
  ...lookupEndpoints,
  ...internalEndpoints,
];
