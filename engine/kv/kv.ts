import { Problem } from "../api/problem.ts";
import type { MountType } from "../core/mounts/mount-type.ts";
import { secretEndpoint } from "./unversioned/secret.ts";
import { configEndpoint } from "./versioned/endpoints/config.ts";
import { dataEndpoint } from "./versioned/endpoints/data.ts";
import { metadataEndpoints } from "./versioned/endpoints/metadata.ts";
import { subkeysEndpoint } from "./versioned/endpoints/subkeys.ts";
import { versionsEndpoints } from "./versioned/endpoints/versions.ts";
import { wrongPathEndpoint } from "./versioned/endpoints/wrong-path.ts";
import { Upgrade } from "./versioned/upgrade.ts";

type Options = Readonly<Record<string, string>>;

const isVersioned = ({ version = "" }: Options) => version === "2";

/** Mount type `kv`. Secrets have versions if the mount option `version` is "2". */
export function keyValue(): MountType {
  const upgrade = new Upgrade();
  const unversioned = [secretEndpoint];
  const versioned = [
    configEndpoint,
    dataEndpoint,
    ...metadataEndpoints,
    ...versionsEndpoints,
    subkeysEndpoint,
    wrongPathEndpoint,
  ].map((endpoint) => upgrade.guarded(endpoint));
  return {
    type: "kv",
    kind: "secret",
    endpoints: unversioned,
    endpointsFor: (options) => (isVersioned(options) ? versioned : unversioned),
    checkOptions(options, before = {}) {
      if (!["", "1", "2"].includes(options.version ?? "")) {
        throw new Problem("refused", 'nil backend of type "kv" returned from factory');
      }
      if (isVersioned(before) && !isVersioned(options)) {
        throw new Problem("refused", "cannot downgrade mount from version 2");
      }
    },
    async resume(context) {
      if (isVersioned(context.mount.options ?? {})) await upgrade.resume(context);
    },
    async close(context) {
      upgrade.forget(context);
    },
  };
}
