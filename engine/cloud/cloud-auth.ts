import type { MountType } from "../core/mounts/mount-type.ts";
import type { Cloud } from "../ports/cloud.ts";
import { certificateEndpoints } from "./certificate/certificate-endpoints.ts";
import { clientEndpoint } from "./client/client-endpoint.ts";
import { loginEndpoint } from "./login/login-endpoint.ts";
import { renewLogin } from "./login/renew-login.ts";
import type { Provider } from "./provider.ts";
import { roleEndpoints } from "./role/role-endpoints.ts";
import { stsEndpoints } from "./sts/sts-endpoints.ts";

/**
 * The cloud identity auth method in the words of `provider`: principals log in with a signed identity lookup that `cloud` judges.
 * Source: cloud-auth-api.md. Not there yet: logins of instances, which the
 * certificates and the roles of other accounts are for, inferring, unique ids, and the rest of what is configured for them.
 */
export function cloudAuth({ cloud, provider }: { cloud: Cloud; provider: Provider }): MountType {
  return {
    type: provider.type,
    kind: "auth",
    endpoints: [
      clientEndpoint,
      ...certificateEndpoints(provider),
      ...stsEndpoints,
      ...roleEndpoints(provider),
      loginEndpoint({ cloud, provider }),
    ],
    renewLogin: (internal, backstage) => renewLogin(internal, backstage),
  };
}
