import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { defaultTokenSettings, shownTokenSettings } from "../../core/tokens/token-settings.ts";
import { cloudFixture } from "../fixture.suite.ts";

/** Members of a role, except `auth_type`, as they are read if no write has set them. */
export const unsetRole: JsonObject = {
  allow_instance_migration: false,
  bound_account_id: [],
  bound_ami_id: [],
  bound_ec2_instance_id: null,
  bound_iam_instance_profile_arn: [],
  bound_iam_principal_arn: [],
  bound_iam_principal_id: [],
  bound_iam_role_arn: [],
  bound_region: [],
  bound_subnet_id: [],
  bound_vpc_id: [],
  disallow_reauthentication: false,
  inferred_aws_region: "",
  inferred_entity_type: "",
  resolve_aws_unique_ids: true,
  role_id: "01010101-0101-4101-8101-010101010101",
  role_tag: "",
  ...shownTokenSettings(defaultTokenSettings),
};

export async function readBack(...writes: readonly JsonObject[]): Promise<JsonObject> {
  const fixture = cloudFixture();
  for (const fields of writes) await fixture.perform("write", "role/web", fields);
  return (await fixture.perform("read", "role/web"))?.data ?? {};
}

export async function refusalOf(fields: JsonObject, ...before: readonly JsonObject[]): Promise<string> {
  const fixture = cloudFixture();
  for (const earlier of before) await fixture.perform("write", "role/web", earlier);
  const stored = before.length > 0 && (await fixture.perform("read", "role/web"));
  const problem = await fixture.refusal("write", "role/web", fields);
  expect(problem.status).to.equal(400);
  if (stored) expect(await fixture.perform("read", "role/web")).to.deep.equal(stored);
  else expect((await fixture.refusal("read", "role/web")).code).to.equal("absent");
  return problem.message;
}
