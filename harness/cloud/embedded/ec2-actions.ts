import { type Account, type Instance, instanceStates } from "./account.ts";
import { type Action, listed, timestamp } from "./action.ts";
import { CloudError } from "./cloud-error.ts";
import { instanceWithId } from "./instance.ts";
import type { Content } from "./rendering.ts";

/** Actions of EC2. They apply to the caller's account and to the region for which the request was signed. */
export const ec2Actions: Readonly<Record<string, Action>> = {
  DescribeInstances: {
    parameters: ["InstanceId.N"],
    run({ caller: { account }, region, parameters }) {
      const ids = listed(parameters, "InstanceId");
      const odd = ids.find((id) => !/^i-[0-9a-f]{8,17}$/.test(id));
      if (odd !== undefined) throw new CloudError("InvalidInstanceID.Malformed", `Invalid id: "${odd}"`);
      const here = [...account.instances.values()].filter((instance) => instance.region === region);
      const found = ids.length === 0 ? here : ids.map((id) => instanceWithId(account, id, region));
      return { reservationSet: found.map((instance) => reservation(account, instance)) };
    },
  },
};

function reservation(account: Account, instance: Instance): Content {
  return {
    reservationId: instance.id.replace(/^i-/, "r-"),
    ownerId: account.id,
    groupSet: [],
    instancesSet: [described(instance)],
  };
}

function described({ id, region, image, state, vpc, subnet, profile, tags, launchedAt }: Instance): Content {
  return {
    instanceId: id,
    imageId: image,
    instanceState: { code: String(instanceStates[state]), name: state },
    instanceType: "t3.micro",
    launchTime: timestamp(launchedAt).replace("Z", ".000Z"),
    placement: { availabilityZone: `${region}a`, tenancy: "default" },
    ...(subnet === undefined ? {} : { subnetId: subnet }),
    ...(vpc === undefined ? {} : { vpcId: vpc }),
    ...(profile ? { iamInstanceProfile: { arn: profile.arn, id: profile.uniqueId } } : {}),
    tagSet: Object.entries(tags).map(([key, value]) => ({ key, value })),
  };
}
