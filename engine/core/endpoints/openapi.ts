import { z } from "zod";
import { anyData } from "../../api/common-shapes.ts";
import { type Endpoint, operation } from "../../api/endpoint.ts";
import { field } from "../../api/field.ts";
import { openApiDocument, type Section } from "../../api/openapi/document.ts";
import type { OpenMount } from "../mounts/open-mount.ts";
import { fullPath } from "../mounts/open-mount.ts";
import type { Realm } from "../namespaces/realm.ts";
import type { Access } from "../policy/access.ts";
import type { SystemContext } from "../system-context.ts";

const documentFields = z.object({
  generic_mount_paths: field.boolean
    .default(false)
    .meta({ description: "Whether mount paths are parameters, one for each mounted type." }),
});

export const openApiEndpoint: Endpoint<SystemContext> = {
  path: "sys/internal/specs/openapi",
  operations: {
    read: operation({
      summary: "Describe the paths that the caller has access to, as OpenAPI",
      served: "locally",
      unauthenticated: true,
      bare: true,
      input: documentFields,
      output: anyData,
      async run({ generic_mount_paths }, { realm, caller, access, endpoints }: SystemContext) {
        const granted = caller.token === "" ? undefined : await access();
        const common = endpoints
          .filter(({ path }) => isReached(path, granted))
          .map((endpoint) => servedIn(realm, endpoint));
        const mounts = realm.mounts.all().filter(({ mount }) => !mount.ending && isSeen({ mount }, granted));
        const sections = generic_mount_paths ? genericSections(mounts) : mounts.map(sectionOf);
        return { bare: openApiDocument([{ prefix: "", endpoints: common }, ...sections]) };
      },
    }),
  },
};

function servedIn({ namespace }: Realm, endpoint: Endpoint<SystemContext>): Endpoint<SystemContext> {
  if (namespace.path === "") return endpoint;
  const operations = Object.entries(endpoint.operations).filter(([, { rootOnly }]) => !rootOnly);
  return { ...endpoint, operations: Object.fromEntries(operations) };
}

function isReached(path: string, granted: Access | undefined): boolean {
  const folder = ["identity/", "auth/token/"].find((one) => path.startsWith(one)) ?? "sys/";
  return granted?.reaches(folder) ?? false;
}

function isSeen({ mount }: Pick<OpenMount, "mount">, granted: Access | undefined): boolean {
  return mount.listingVisibility === "unauth" || (granted?.reaches(fullPath(mount)) ?? false);
}

function sectionOf({ mount, router }: OpenMount): Section {
  return { prefix: fullPath(mount), endpoints: router.endpoints };
}

function genericSections(mounts: readonly OpenMount[]): readonly Section[] {
  const sections = new Map<Section["endpoints"], Section>();
  for (const { mount, router } of mounts) {
    if (router.endpoints.length === 0 || sections.has(router.endpoints)) continue;
    const version = mount.options?.version;
    const parameter = `${mount.type}${version === undefined ? "" : `_v${version}`}_mount_path`;
    const prefix = `${mount.kind === "auth" ? "auth/" : ""}{${parameter}}/`;
    sections.set(router.endpoints, { prefix, parameter, endpoints: router.endpoints });
  }
  return [...sections.values()];
}
