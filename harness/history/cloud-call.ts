import type { NewEvent } from "./event.ts";

/** A call of the cloud as it went over the network. A name of a header may stand for several values. */
type Asked = Readonly<{ url: string; body: string; headers: readonly (readonly [name: string, value: string])[] }>;
/** Null when none came. */
type Answered = Readonly<{ status: number; body: string }> | null;

/** Headers that say for which server a signed request is meant, in every provider's words. */
const audienceHeader = /^x-(vault-aws|svc-cloud)-iam-server-id$/i;

/** Longer ones are told apart by their beginning, in characters. */
const maxAudience = 200;

type CloudEvent = Extract<NewEvent, { type: "cloud" }>;

/** What a history tells of a call: what was asked for, for which server it was signed, and who had signed it, as the cloud said. */
export function cloudCall(from: string, asked: Asked, answered: Answered): CloudEvent {
  const audience = asked.headers.find(([name]) => audienceHeader.test(name));
  const status = answered?.status ?? null;
  const signer = answered && answered.status < 300 ? signerIn(answered.body) : undefined;
  return {
    type: "cloud",
    from,
    action: actionOf(asked),
    ...(signer === undefined ? {} : { signer }),
    ...(audience
      ? {
          audience: audience[1].slice(0, maxAudience),
          isAudienceSigned: namesSigned(asked).includes(audience[0].toLowerCase()),
        }
      : {}),
    outcome: status === null || status >= 500 ? "unknown" : status < 300 ? "ok" : "fail",
    status,
  };
}

/** What is asked for, as AWS's query protocol says it in the body or in the address. */
function actionOf({ url, body }: Asked): string {
  const inAddress = /[?&]Action=(\w+)/.exec(url)?.[1];
  return new URLSearchParams(body).get("Action") ?? inAddress ?? "unknown";
}

/** Who the cloud says has signed. */
function signerIn(reply: string): string | undefined {
  return /<GetCallerIdentityResult>[\s\S]*?<Arn>([^<]+)<\/Arn>/.exec(reply)?.[1];
}

/** Names of the headers that the signature covers, in lower case. */
function namesSigned({ headers }: Asked): readonly string[] {
  const authorization = headers.find(([name]) => name.toLowerCase() === "authorization")?.[1] ?? "";
  return (/SignedHeaders=([^,\s]+)/i.exec(authorization)?.[1] ?? "").toLowerCase().split(";");
}
