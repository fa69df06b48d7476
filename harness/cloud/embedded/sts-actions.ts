import { identityOf } from "./access-key.ts";
import { type Action, required, timestamp } from "./action.ts";
import { CloudError } from "./cloud-error.ts";
import { assumeRole, defaultSessionSeconds } from "./role.ts";

/** Actions of STS. Every caller may use them, but a role's trust restricts AssumeRole. */
export const stsActions: Readonly<Record<string, Action>> = {
  GetCallerIdentity: { parameters: [], run: ({ caller }) => identityOf(caller) },
  AssumeRole: {
    parameters: ["RoleArn", "RoleSessionName", "ExternalId", "DurationSeconds"],
    run({ state, caller, parameters }) {
      const arn = required(parameters, "RoleArn");
      const [, id = "", name = ""] = /^arn:aws:iam::(\d{12}):role\/(?:[!-~]*\/)?([^/]+)$/.exec(arn) ?? [];
      const account = state.accounts.get(id);
      const role = account?.roles.get(name.toLowerCase());
      // The response does not reveal whether the role exists.
      if (!account || role?.arn !== arn) {
        throw new CloudError("AccessDenied", `The caller is not authorized to perform: sts:AssumeRole on ${arn}`);
      }
      const session = required(parameters, "RoleSessionName");
      const seconds = Number(parameters.get("DurationSeconds") ?? defaultSessionSeconds);
      const options = { session, externalId: parameters.get("ExternalId"), seconds };
      const key = assumeRole(caller, { account, role }, options);
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
