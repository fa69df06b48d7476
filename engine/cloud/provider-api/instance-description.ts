import type { XmlElement } from "../login/exchange/strict-xml.ts";
import { partOf, textOf } from "./answer-parts.ts";

/** An instance as the provider describes it. Texts that the description lacks are undefined. */
export type InstanceDescription = Readonly<{
  id: string;
  state: string | undefined;
  imageId: string | undefined;
  vpcId: string | undefined;
  subnetId: string | undefined;
  profileArn: string | undefined;
  ownerId: string | undefined;
  tags: ReadonlyMap<string, string>;
}>;

/** Parses a `DescribeInstances` reply. Returns undefined unless it contains only the instance `id`. */
export function readInstance(answer: XmlElement, id: string): InstanceDescription | undefined {
  const reservations = partOf(answer, "reservationSet")?.children ?? [];
  const found = reservations.flatMap((reservation) =>
    (partOf(reservation, "instancesSet")?.children ?? []).map((instance) => ({ reservation, instance })),
  );
  const [only, ...more] = found;
  if (!only || more.length > 0 || textOf(only.instance, "instanceId") !== id) return undefined;
  const { reservation, instance } = only;
  const tags = partOf(instance, "tagSet")?.children ?? [];
  return {
    id,
    state: textOf(instance, "instanceState", "name"),
    imageId: textOf(instance, "imageId"),
    vpcId: textOf(instance, "vpcId"),
    subnetId: textOf(instance, "subnetId"),
    profileArn: textOf(instance, "iamInstanceProfile", "arn"),
    ownerId: textOf(reservation, "ownerId"),
    tags: new Map(tags.map((tag) => [textOf(tag, "key") ?? "", textOf(tag, "value") ?? ""])),
  };
}
