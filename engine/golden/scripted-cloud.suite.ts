import { base64, signedHeaders } from "../cloud/fixture.suite.ts";
import { berMessage, rsaCertificate } from "../cloud/instance/documents/messages.suite.ts";
import type { Cloud, CloudReply, CloudRequest } from "../ports/cloud.ts";

/**
 * Evidence and a certificate that examples refer to by name, escaped for JSON. `$signed` is all `iam_` fields of a
 * login.
 */
export const evidence: ReadonlyMap<string, string> = new Map([
  ["certificate", JSON.stringify(rsaCertificate).slice(1, -1)],
  ["pkcs7", berMessage],
  [
    "signed",
    JSON.stringify({
      iam_http_request_method: "POST",
      iam_request_url: base64("https://sts.amazonaws.com/"),
      iam_request_body: base64("Action=GetCallerIdentity&Version=2011-06-15"),
      iam_request_headers: signedHeaders(),
    }).slice(1, -1),
  ],
]);

type Facts = Readonly<Record<string, string>>;

const usual: Readonly<Record<string, Facts>> = {
  DescribeInstances: { id: "i-1", image: "ami-1", state: "running", owner: "123456789012" },
  GetCallerIdentity: { arn: "arn:aws:iam::123456789012:user/ada", id: "AIDAADA", account: "123456789012" },
  GetInstanceProfile: { role: "arn:aws:iam::123456789012:role/web" },
};

export class ScriptedCloud implements Cloud {
  readonly #facts = new Map<string, Facts>();

  /** Changes the response to an action. `text` is, for example, `DescribeInstances state=stopped`. */
  configure(text: string): void {
    const [action = "", ...pairs] = text.split(" ");
    const changed = Object.fromEntries(pairs.map(pairIn));
    this.#facts.set(action, { ...usual[action], ...changed });
  }

  async exchange({ body }: CloudRequest): Promise<CloudReply> {
    const action = new URLSearchParams(body).get("Action") ?? "";
    const facts = this.#facts.get(action) ?? usual[action];
    if (!facts) throw new Error(`the example has no response to ${action}`);
    const { refused, status = refused === undefined ? "200" : "400", type = "text/xml" } = facts;
    return {
      status: Number(status),
      contentType: type,
      body: refused === undefined ? xmlOf(action, facts) : refusal(refused),
    };
  }
}

function pairIn(text: string): readonly [string, string] {
  return [text.split("=", 1)[0] ?? "", text.replace(/^[^=]*=?/, "")];
}

function refusal(code: string): string {
  const error = `<Error><Code>${code}</Code><Message>It is so.</Message></Error>`;
  return `<ErrorResponse>${error}<Errors>${error}</Errors><RequestId>0</RequestId></ErrorResponse>`;
}

function xmlOf(action: string, facts: Facts): string {
  switch (action) {
    case "DescribeInstances":
      return `<DescribeInstancesResponse><reservationSet><item>${reservationOf(facts)}</item></reservationSet></DescribeInstancesResponse>`;
    case "GetInstanceProfile":
      return `<GetInstanceProfileResponse><GetInstanceProfileResult><InstanceProfile><Roles><member><Arn>${facts.role}</Arn></member></Roles></InstanceProfile></GetInstanceProfileResult></GetInstanceProfileResponse>`;
    default:
      return `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Arn>${facts.arn}</Arn><UserId>${facts.id}</UserId><Account>${facts.account}</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`;
  }
}

function reservationOf({ id, image, state, owner, vpc, subnet, profile, tag }: Facts): string {
  const [key, value] = pairIn(tag ?? "");
  const parts = [
    `<instanceId>${id}</instanceId><imageId>${image}</imageId><instanceState><name>${state}</name></instanceState>`,
    vpc === undefined ? "" : `<vpcId>${vpc}</vpcId>`,
    subnet === undefined ? "" : `<subnetId>${subnet}</subnetId>`,
    profile === undefined ? "" : `<iamInstanceProfile><arn>${profile}</arn></iamInstanceProfile>`,
    tag === undefined ? "" : `<tagSet><item><key>${key}</key><value>${value}</value></item></tagSet>`,
  ];
  return `<ownerId>${owner}</ownerId><instancesSet><item>${parts.join("")}</item></instancesSet>`;
}
