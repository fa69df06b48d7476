import type { CloudProvider, CloudRole, CloudUser } from "#harness/cloud/embedded/cloud-provider.ts";
import type { IdentityEvidence } from "#harness/cloud/signed-identity.ts";

/** Region for which requests to STS are signed. Neither the global region nor the default region of instances. */
export const stsRegion = "us-west-2";

export type Principal = Readonly<{ kind: "user" | "role"; name: string }>;

export class Clouds {
  readonly users = new Map<string, CloudUser>();
  readonly roles = new Map<string, CloudRole & Readonly<{ path?: string; account?: string }>>();
  /** Names of instance profiles, by name of their IAM role. */
  readonly profiles = new Map<string, string>();
  /** Signed requests that a later step sends, by name of the client who signed them. */
  readonly signed = new Map<string, IdentityEvidence>();
  readonly tags = new Map<string, string>();

  get isEmpty(): boolean {
    return this.users.size === 0 && this.roles.size === 0;
  }

  /** Deletes the users and roles that the scenario has created, because other scenarios may use the cloud later. */
  async removeFrom(cloud: CloudProvider): Promise<void> {
    for (const { name, arn } of this.users.values()) {
      const [, account = ""] = /^arn:aws:iam::(\d+):user\//.exec(arn) ?? [];
      if (account === cloud.account) await cloud.deleteUser(name);
      else if (account !== "") await (await cloud.otherAccount(account)).deleteUser(name);
    }
    for (const { name, account } of this.roles.values()) {
      await (account === undefined ? cloud : await cloud.otherAccount(account)).deleteRole(name);
    }
  }

  user(name: string): CloudUser {
    const user = this.users.get(name);
    if (!user) throw new Error(`there is no cloud user ${name}`);
    return user;
  }

  role(name: string): CloudRole & Readonly<{ path?: string; account?: string }> {
    const role = this.roles.get(name);
    if (!role) throw new Error(`there is no IAM role ${name}`);
    return role;
  }

  tag(name: string): string {
    const value = this.tags.get(name);
    if (value === undefined) throw new Error(`there is no tag ${name}`);
    return value;
  }
}
