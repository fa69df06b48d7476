import type { RecordedCall, ScriptedReply } from "./embedded/stand-in.ts";

/** A user of the provider with one access key. */
export type CloudUser = Readonly<{
  name: string;
  /** Such as `arn:aws:iam::123456789012:user/team/ada`. */
  arn: string;
  /** The provider's unchangeable id of the user, such as `AIDA…`. */
  uniqueId: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The header that says which server evidence is for, where it is not the one of cloud-auth-api.md. */
  serverIdHeader?: string;
}>;

/** What a cloud endpoint can do that a scenario may need. */
export type CloudCapability = "signatures" | "stand-ins";

/** An endpoint beside the cloud's own, at a host of its own. It passes what it is asked on to the cloud until it is told an answer. */
export interface CloudStandIn {
  readonly url: string;
  /** What it was asked, oldest first. */
  calls(): readonly RecordedCall[];
  /** From now on it answers so, whatever it is asked; without a reply, as the cloud does. */
  script(reply: ScriptedReply | undefined): void;
}

/** The cloud that clusters are pointed at: its endpoint, and its administrator's side for scenarios. */
export interface CloudProvider extends AsyncDisposable {
  /** How it came to be, for people: "embedded", "LocalStack 4.14 in a container". */
  readonly description: string;
  /** Endpoint of STS, IAM and EC2, such as `http://127.0.0.1:4566`. */
  readonly url: string;
  readonly account: string;
  readonly region: string;
  /** The administrator's own access key. */
  readonly administrator: Readonly<{ accessKeyId: string; secretAccessKey: string }>;
  readonly capabilities: ReadonlySet<CloudCapability>;
  /** Makes a user. `path` begins and ends with a slash; default `/`. */
  createUser(name: string, path?: string): Promise<CloudUser>;
  deleteUser(name: string): Promise<void>;
  /** The stand-in of this name, made when there is none. Rejects where the capability "stand-ins" is missing. */
  standIn(name: string): Promise<CloudStandIn>;
}
