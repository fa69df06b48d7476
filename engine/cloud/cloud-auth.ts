import type { MountType } from "../core/mounts/mount-type.ts";
import type { Cloud } from "../ports/cloud.ts";
import { certificateEndpoints } from "./certificate/certificate-endpoints.ts";
import { clientEndpoint } from "./client/client-endpoint.ts";
import { rotateRootEndpoint } from "./client/rotate-root-endpoint.ts";
import { denyListEndpoints } from "./denylist/denylist-endpoints.ts";
import { byNamesOf } from "./deprecated-names.ts";
import { identityEndpoint } from "./identity/identity-endpoint.ts";
import { accessListEndpoints } from "./instance/access-list/access-list-endpoints.ts";
import { readInstanceLoginRecord } from "./instance/instance-login-record.ts";
import { renewInstanceLogin } from "./instance/renew-instance-login.ts";
import { loginEndpoint } from "./login/login-endpoint.ts";
import { renewLogin } from "./login/renew-login.ts";
import type { Provider } from "./provider.ts";
import { releaseNamed } from "./release.ts";
import { roleEndpoints } from "./role/role-endpoints.ts";
import { stsEndpoints } from "./sts/sts-endpoints.ts";
import { tagEndpoint } from "./tag/tag-endpoint.ts";
import { tidySettingsEndpoint } from "./tidy/settings-endpoint.ts";
import { arrangeTidying, tidyEndpoints } from "./tidy/tidy-endpoints.ts";

export type CloudAuthOptions = Readonly<{
  cloud: Cloud;
  provider: Provider;
  /** Release of the imitated service, such as `1.6`. Default: the current release. */
  release?: string | undefined;
}>;

/**
 * Creates the auth method for cloud identities, with the names of `provider`. IAM users and roles log in with a signed
 * identity lookup (GetCallerIdentity), which is sent to the provider through `cloud` (CLOUD-IAM-07). Instances log in
 * with an identity document that the provider signed (CLOUD-EC2-02).
 */
export function cloudAuth({ cloud, provider, release: named }: CloudAuthOptions): MountType {
  const release = releaseNamed(named);
  return {
    type: provider.type,
    kind: "auth",
    endpoints: [
      clientEndpoint,
      rotateRootEndpoint(cloud),
      identityEndpoint(provider),
      ...certificateEndpoints(provider),
      ...stsEndpoints,
      ...roleEndpoints({ cloud, provider, release }),
      tagEndpoint,
      ...byNamesOf(release, [
        ...denyListEndpoints,
        ...accessListEndpoints,
        tidySettingsEndpoint("roletag-denylist"),
        tidySettingsEndpoint("identity-accesslist"),
        ...tidyEndpoints,
      ]),
      loginEndpoint({ cloud, provider, release }),
    ],
    renewLogin(internal, context) {
      const record = readInstanceLoginRecord(internal);
      return record ? renewInstanceLogin(record, { cloud, context }) : renewLogin(internal, { cloud, context });
    },
    resume: arrangeTidying,
  };
}
