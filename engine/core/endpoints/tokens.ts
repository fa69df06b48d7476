import type { Endpoint } from "../../api/endpoint.ts";
import type { SystemContext } from "../system-context.ts";
import type { TokenLife } from "../tokens/token-life.ts";
import { creationEndpoints } from "./tokens/create.ts";
import { lookupEndpoints } from "./tokens/lookup.ts";
import { renewalEndpoints } from "./tokens/renew.ts";
import { revocationEndpoints } from "./tokens/revoke.ts";
import { roleEndpoints } from "./tokens/roles.ts";
import { upkeepEndpoints } from "./tokens/upkeep.ts";

/** Endpoints below `auth/token` (W3.4-02 to W3.4-17). */
export function tokenEndpoints({ tokens }: { tokens: TokenLife }): readonly Endpoint<SystemContext>[] {
  return [
    ...creationEndpoints(tokens),
    ...lookupEndpoints(tokens),
    ...renewalEndpoints(tokens),
    ...revocationEndpoints(tokens),
    ...roleEndpoints,
    ...upkeepEndpoints(tokens),
  ];
}
