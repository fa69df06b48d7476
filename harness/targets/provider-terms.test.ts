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
