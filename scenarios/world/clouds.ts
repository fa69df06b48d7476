import type { CloudUser } from "#harness/cloud/cloud-provider.ts";
import type { IdentityEvidence } from "#harness/cloud/signed-identity.ts";

/** What a scenario knows of the cloud: its IAM users, and the role tags of its instances. */
export class Clouds {
  readonly users = new Map<string, CloudUser>();
  /** Requests that were signed before a login sends them, by who signed them. */
  readonly signed = new Map<string, IdentityEvidence>();
  /** Values of role tags, by what scenarios call them. */
  readonly tags = new Map<string, string>();

  user(name: string): CloudUser {
    const user = this.users.get(name);
    if (!user) throw new Error(`there is no cloud user ${name}`);
    return user;
  }

  tag(name: string): string {
    const value = this.tags.get(name);
    if (value === undefined) throw new Error(`there is no tag ${name}`);
    return value;
  }

  /** `path` with the values of tags in place of `{name}`. */
  withTags(path: string): string {
    return path.replace(/\{(\w+)\}/g, (_, name: string) => this.tag(name));
  }
}
