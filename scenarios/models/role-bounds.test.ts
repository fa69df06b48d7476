import { suite, test } from "node:test";
import { expect } from "chai";
import { refusingLists } from "./role-bounds.ts";

suite("the model of bounds", () => {
  const facts = { bound_ami_id: "ami-1", bound_iam_role_arn: "arn:aws:iam::1:role/app-web" };

  test("every list that is not empty must have the value", () => {
    expect(refusingLists({ bound_ami_id: [] }, facts)).to.deep.equal([]);
    expect(refusingLists({ bound_ami_id: ["ami-2", "ami-1"] }, facts)).to.deep.equal([]);
    const both = { bound_ami_id: ["ami-2"], bound_iam_role_arn: ["arn:aws:iam::1:role/app-web"] };
    expect(refusingLists(both, facts)).to.deep.equal(["bound_ami_id"]);
    expect(refusingLists({ bound_vpc_id: ["vpc-1"] }, facts)).to.deep.equal(["bound_vpc_id"]);
  });

  test("only ARNs have wildcards, and only at their end", () => {
    const role = (entry: string) => refusingLists({ bound_iam_role_arn: [entry] }, facts);
    expect(role("arn:aws:iam::1:role/app-*")).to.deep.equal([]);
    expect(role("arn:aws:iam::1:role/app")).to.deep.equal(["bound_iam_role_arn"]);
    expect(role("arn:aws:iam::1:role/a*web")).to.deep.equal(["bound_iam_role_arn"]);
    expect(refusingLists({ bound_ami_id: ["ami-*"] }, facts)).to.deep.equal(["bound_ami_id"]);
  });
});
