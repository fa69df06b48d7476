import type { Action } from "./action.ts";
import { CloudError } from "./cloud-error.ts";
import { ec2Actions } from "./ec2-actions.ts";
import { iamActions } from "./iam-actions.ts";
import { stsActions } from "./sts-actions.ts";

/** One of the APIs behind the one endpoint. */
export type Service = Readonly<{
  /** What signatures for it are scoped to. */
  name: string;
  /** Each API has its own, so the version of a request tells which API is meant. */
  version: string;
  namespace: string;
  actions: Readonly<Record<string, Action>>;
  /** What items of lists are called in XML. */
  itemName: "member" | "item";
  /** Whether it answers in JSON to a client that asks for that. */
  speaksJson: boolean;
  /** Whether it has one endpoint for all regions, whose requests are scoped to us-east-1. */
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

/** The API that this version belongs to. Throws InvalidAction. */
export function serviceOfVersion(version: string): Service {
  const service = [sts, iam, ec2].find((known) => known.version === version);
  if (!service) throw new CloudError("InvalidAction", "The request's Version belongs to none of STS, IAM and EC2.");
  return service;
}

/** Throws InvalidAction. */
export function actionNamed(name: string, service: Service): Action {
  const action = Object.hasOwn(service.actions, name) ? service.actions[name] : undefined;
  if (!action) {
    const known = Object.keys(service.actions).join(", ");
    throw new CloudError("InvalidAction", `The embedded cloud knows these actions of this API only: ${known}.`);
  }
  return action;
}
