import { suite, test } from "node:test";
import { expect } from "chai";
import type { ApiRequest } from "#harness/api/request.ts";
import { fromProviderTerms, inProviderTerms } from "./provider-terms.ts";

const post = (path: string, body: NonNullable<ApiRequest["body"]>): ApiRequest => ({ method: "POST", path, body });

suite("field names of a provider", () => {
  test("mount type and fields of the cloud login are translated", () => {
    expect(inProviderTerms("aws", post("sys/auth/people", { type: "cloud", local: true })).body).to.deep.equal({
      ...{ type: "aws", local: true },
    });
    expect(
      inProviderTerms(
        "aws",
        post("auth/people/role/painter", { resolve_cloud_unique_ids: false, inferred_cloud_region: "x" }),
      ).body,
    ).to.deep.equal({ resolve_aws_unique_ids: false, inferred_aws_region: "x" });
    expect(
      inProviderTerms("aws", post("auth/people/config/certificate/x", { cloud_public_cert: "c", type: "cloud" })).body,
    ).to.deep.equal({ aws_public_cert: "c", type: "cloud" });
  });

  test("the type is translated at a mount path of several segments, and not in the settings of a mount", () => {
    const mounted = (path: string) => inProviderTerms("aws", post(path, { type: "cloud" })).body;
    for (const path of ["sys/auth/team/clouds", "sys/auth/team/clouds/", "sys/auth/tune"])
      expect(mounted(path), path).to.deep.equal({ type: "aws" });
    expect(mounted("sys/auth/team/clouds/tune")).to.deep.equal({ type: "cloud" });
  });

  test("field names are translated in the lists of the identity configuration, and in no other value", () => {
    const body = {
      iam_metadata: ["inferred_cloud_region", "client_user_id"],
      ec2_metadata: "ami_id, inferred_cloud_region",
      display_name: "inferred_cloud_region",
    };
    const asked = inProviderTerms("aws", post("auth/people/config/identity", body));
    const translated = {
      iam_metadata: ["inferred_aws_region", "client_user_id"],
      ec2_metadata: "ami_id, inferred_aws_region",
      display_name: "inferred_cloud_region",
    };
    expect(asked.body).to.deep.equal(translated);
    const reply = { status: 200, headers: {}, body: { data: translated } };
    expect(fromProviderTerms("aws", asked, reply).body?.data).to.deep.equal(body);
  });

  test("field names are translated in error messages, if they are whole words", () => {
    const reply = (error: string) => ({ status: 400, headers: {}, body: { errors: [error] } });
    const errors = (error: string) =>
      fromProviderTerms("aws", post("auth/people/role/x", {}), reply(error)).body?.errors;
    expect(errors('specified inferred_aws_region, not "aws_public_cert"')).to.deep.equal([
      'specified inferred_cloud_region, not "cloud_public_cert"',
    ]);
    expect(errors("the_aws_public_cert of aws")).to.deep.equal(["the_aws_public_cert of aws"]);
  });

  test("replies are translated back", () => {
    const reply = { status: 200, headers: {}, body: { data: { "people/": { type: "aws" }, aws_public_cert: "c" } } };
    expect(fromProviderTerms("aws", { method: "GET", path: "sys/auth" }, reply).body).to.deep.equal({
      data: { "people/": { type: "cloud" }, cloud_public_cert: "c" },
    });
    expect(fromProviderTerms("aws", { method: "GET", path: "colours/sky" }, reply).body?.data)
      .to.have.property("people/")
      .that.deep.equals({
        type: "aws",
      });
  });

  test("raw bodies, and requests to a server with the scenarios' own terms, stay unchanged", () => {
    const broken = post("auth/people/role/painter", '{"resolve_cloud_unique_ids": ');
    expect(inProviderTerms("aws", broken)).to.equal(broken);
    const mount = post("sys/auth/people", { type: "cloud" });
    expect(inProviderTerms("cloud", mount)).to.equal(mount);
  });
});
