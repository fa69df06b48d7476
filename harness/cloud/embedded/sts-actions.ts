import { identityOf } from "./access-key.ts";
import { type Action, required, timestamp } from "./action.ts";
import { CloudError } from "./cloud-error.ts";
import { assumeRole, defaultSessionSeconds } from "./role.ts";

/** Actions of STS. Every caller may ask for all of them; whether a role may be assumed, its trust says. */
export const stsActions: Readonly<Record<string, Action>> = {
  GetCallerIdentity: { parameters: [], run: ({ caller }) => identityOf(caller) },
  AssumeRole: {
    parameters: ["RoleArn", "RoleSessionName", "ExternalId", "DurationSeconds"],
    run({ state, caller, parameters }) {
      const arn = required(parameters, "RoleArn");
      const [, id = "", name = ""] = /^arn:aws:iam::(\d{12}):role\/(?:[!-~]*\/)?([^/]+)$/.exec(arn) ?? [];
      const account = state.accounts.get(id);
      const role = account?.roles.get(name.toLowerCase());
      // A caller that may not assume a role is not told whether there is one.
      if (!account || role?.arn !== arn) {
        throw new CloudError("AccessDenied", `The caller is not authorized to perform: sts:AssumeRole on ${arn}`);
      }
      const session = required(parameters, "RoleSessionName");
      const seconds = Number(parameters.get("DurationSeconds") ?? defaultSessionSeconds);
      const wish = { session, externalId: parameters.get("ExternalId"), seconds };
      const key = assumeRole(caller, { account, role }, wish);
      const { Arn, UserId } = identityOf(key.caller);
      return {
        AssumedRoleUser: { AssumedRoleId: UserId, Arn },
        Credentials: {
          AccessKeyId: key.id,
          SecretAccessKey: key.secretAccessKey,
          SessionToken: key.sessionToken,
          Expiration: timestamp(key.expiresAt),
        },
      };
    },
  },
};
