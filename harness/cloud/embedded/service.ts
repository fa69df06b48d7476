import type { Action } from "./action.ts";
import { CloudError } from "./cloud-error.ts";
import { ec2Actions } from "./ec2-actions.ts";
import { iamActions } from "./iam-actions.ts";
import { stsActions } from "./sts-actions.ts";

export type Service = Readonly<{
  /** Name of the API for which requests are signed. */
  name: string;
  /** API version. Each API has a different one, so the version of a request identifies the API. */
  version: string;
  namespace: string;
  actions: Readonly<Record<string, Action>>;
  itemName: "member" | "item";
  /** True if the API responds in JSON when the client accepts it. */
  speaksJson: boolean;
  /** True if the API has one global endpoint, for which requests are signed with the region us-east-1. */
  global: boolean;
}>;

export const sts: Service = {
  name: "sts",
  version: "2011-06-15",
  namespace: "https://sts.amazonaws.com/doc/2011-06-15/",
  actions: stsActions,
  itemName: "member",
  speaksJson: true,
  global: false,
};

const iam: Service = {
  name: "iam",
  version: "2010-05-08",
  namespace: "https://iam.amazonaws.com/doc/2010-05-08/",
  actions: iamActions,
  itemName: "member",
  speaksJson: false,
  global: true,
};

const ec2: Service = {
  name: "ec2",
  version: "2016-11-15",
  namespace: "http://ec2.amazonaws.com/doc/2016-11-15/",
  actions: ec2Actions,
  itemName: "item",
  speaksJson: false,
  global: false,
};

/** Throws InvalidAction if no API has this version. */
export function serviceOfVersion(version: string): Service {
  const service = [sts, iam, ec2].find((known) => known.version === version);
  if (!service) throw new CloudError("InvalidAction", "The request's Version belongs to none of STS, IAM and EC2.");
  return service;
}

/** Throws InvalidAction if the API has no such action. */
export function actionNamed(name: string, service: Service): Action {
  const action = Object.hasOwn(service.actions, name) ? service.actions[name] : undefined;
  if (!action) {
    const known = Object.keys(service.actions).join(", ");
    throw new CloudError("InvalidAction", `The embedded cloud knows these actions of this API only: ${known}.`);
  }
  return action;
}
