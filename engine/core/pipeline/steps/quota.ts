import { absolutePath } from "../../mounts/open-mount.ts";
import type { QuotaTarget } from "../../quotas/quota.ts";
import type { RequestContext } from "../request-context.ts";
import type { Step } from "../step.ts";

/**
 * Counts the request for the rate limit quota that applies to it. Throws a Problem "too many" if it exceeds the quota.
 */
export const quota: Step = {
  name: "quota",
  receivingClusterOnly: true,
  run(context, { quotas, audit }) {
    if (!quotas.hasRateLimits) return;
    try {
      const headers = quotas.admit(targetOf(context), context.call.remoteAddress);
      if (Object.keys(headers).length > 0) context.quotaHeaders = headers;
    } catch (problem) {
      context.isAudited = quotas.settings.rateLimitAuditLogging && audit.isEnabled;
      throw problem;
    }
  },
};

function targetOf({ realm, call, mount }: RequestContext): QuotaTarget {
  const namespace = realm.namespace.path;
  const role = mount?.mount.kind === "auth" && typeof call.fields.role === "string" ? call.fields.role : "";
  return { path: namespace + call.path, namespace, mount: mount ? absolutePath(mount) : "", role };
}
