import type { NewEvent } from "./event.ts";

/** A request to the cloud as sent over the network. The same header may occur several times. */
type CloudRequest = Readonly<{
  url: string;
  body: string;
  headers: readonly (readonly [name: string, value: string])[];
}>;
/** The response of the cloud; null if no response arrived. */
type CloudResponse = Readonly<{ status: number; body: string }> | null;

/** Matches the headers, one for each provider, that name the server for which a request is signed. */
const audienceHeader = /^x-(vault-aws|svc-cloud)-iam-server-id$/i;

/** Maximum length of a recorded server id in characters. Longer ids are truncated. */
const maxAudience = 200;

type CloudEvent = Extract<NewEvent, { type: "cloud" }>;

export function cloudCall(from: string, request: CloudRequest, response: CloudResponse): CloudEvent {
  const audience = request.headers.find(([name]) => audienceHeader.test(name));
  const status = response?.status ?? null;
  const signer = response && response.status < 300 ? signerIn(response.body) : undefined;
  return {
    type: "cloud",
    from,
    action: actionOf(request),
    ...(signer === undefined ? {} : { signer }),
    ...(audience
      ? {
          audience: audience[1].slice(0, maxAudience),
          isAudienceSigned: namesSigned(request).includes(audience[0].toLowerCase()),
        }
      : {}),
    outcome: status === null || status >= 500 ? "unknown" : status < 300 ? "ok" : "fail",
    status,
  };
}

function actionOf({ url, body }: CloudRequest): string {
  const inAddress = /[?&]Action=(\w+)/.exec(url)?.[1];
  return new URLSearchParams(body).get("Action") ?? inAddress ?? "unknown";
}

function signerIn(reply: string): string | undefined {
  return /<GetCallerIdentityResult>[\s\S]*?<Arn>([^<]+)<\/Arn>/.exec(reply)?.[1];
}

function namesSigned({ headers }: CloudRequest): readonly string[] {
  const authorization = headers.find(([name]) => name.toLowerCase() === "authorization")?.[1] ?? "";
  return (/SignedHeaders=([^,\s]+)/i.exec(authorization)?.[1] ?? "").toLowerCase().split(";");
}
