import { CloudError } from "../cloud-error.ts";
import { type Action, iamActions, stsActions } from "./actions.ts";

/** One of the APIs behind the one endpoint. */
export type Service = Readonly<{
  /** What signatures for it are scoped to. */
  name: string;
  /** Each API has its own, so the version of a request tells which API is meant. */
  version: string;
  namespace: string;
  actions: Readonly<Record<string, Action>>;
  /** Whether it answers in JSON to whoever asks for that. */
  speaksJson: boolean;
}>;

export const sts: Service = {
  name: "sts",
  version: "2011-06-15",
  namespace: "https://sts.amazonaws.com/doc/2011-06-15/",
  actions: stsActions,
  speaksJson: true,
};

const iam: Service = {
  name: "iam",
  version: "2010-05-08",
  namespace: "https://iam.amazonaws.com/doc/2010-05-08/",
  actions: iamActions,
  speaksJson: false,
};

/** Known by name only, so that whoever needs it reads a clear refusal instead of a guess. */
const ec2: Service = {
  name: "ec2",
  version: "2016-11-15",
  namespace: "http://ec2.amazonaws.com/doc/2016-11-15/",
  actions: {},
  speaksJson: false,
};

/** The API that this version belongs to. Throws InvalidAction. */
export function serviceOfVersion(version: string): Service {
  const service = [sts, iam, ec2].find((known) => known.version === version);
  if (!service) throw new CloudError("InvalidAction", "The request's Version belongs to none of STS, IAM and EC2.");
  return service;
}

/** Throws InvalidAction; UnsupportedOperation for all of EC2. */
export function actionNamed(name: string, service: Service): Action {
  if (service === ec2) {
    throw new CloudError("UnsupportedOperation", "The embedded cloud has STS and IAM, but no EC2; LocalStack has it.");
  }
  const action = Object.hasOwn(service.actions, name) ? service.actions[name] : undefined;
  if (!action) {
    const known = Object.keys(service.actions).join(", ");
    throw new CloudError("InvalidAction", `The embedded cloud knows these actions of this API only: ${known}.`);
  }
  return action;
}
