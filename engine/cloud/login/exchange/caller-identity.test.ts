import { test } from "node:test";
import { expect } from "chai";
import { ada, identityReply } from "../../fixture.suite.ts";
import { readCallerIdentity } from "./caller-identity.ts";

const good = identityReply(ada);
const withBody = (body: string) => ({ ...good, body });

test("CLOUD-IAM-08: the identity is that of the provider's reply", () => {
  expect(readCallerIdentity(good)).to.deep.equal({ arn: ada, userId: "AIDAADA", account: "111122223333" });
});

test("CLOUD-IAM-07: a refusal by the provider is reported with its code and without its text", () => {
  const explained =
    "<ErrorResponse><Error><Code>SignatureDoesNotMatch</Code><Message>x-amz-security-token:se551on</Message></Error></ErrorResponse>";
  expect(() => readCallerIdentity({ status: 403, contentType: "text/xml", body: explained }))
    .to.throw("error making upstream request: received error code 403 from STS: SignatureDoesNotMatch")
    .with.property("message")
    .not.contain("se551on");
});

test("a redirect is no identity", () => {
  expect(() => readCallerIdentity({ ...good, status: 302 })).to.throw("received error code 302 from STS");
});

const invalid = {
  "JSON requested by the client": { ...good, contentType: "application/json" },
  "another content type": { ...good, contentType: "text/xml; charset=utf-8" },
  "another response": withBody("<GetSessionTokenResponse><GetCallerIdentityResult/></GetSessionTokenResponse>"),
  "an identity inside another element": withBody(`<Echo>${good.body}</Echo>`),
  "no result": withBody("<GetCallerIdentityResponse></GetCallerIdentityResponse>"),
  "two results": withBody(good.body.replace(/<GetCallerIdentityResult>[\s\S]*<\/GetCallerIdentityResult>/, "$&$&")),
  "a response that is too long": withBody(good.body.replace("</Arn>", `${"x".repeat(70_000)}</Arn>`)),
};

for (const [what, reply] of Object.entries(invalid)) {
  test(`CLOUD-IAM-08: ${what} is no identity`, () => {
    expect(() => readCallerIdentity(reply)).to.throw(
      "error making upstream request: body of GetCallerIdentity is invalid",
    );
  });
}

const unreadable = {
  "invalid XML": withBody("{}"),
  "no ARN": withBody(good.body.replace(/<Arn>.*<\/Arn>/, "")),
  "an empty ARN": withBody(good.body.replace(/<Arn>.*<\/Arn>/, "<Arn> </Arn>")),
  "two ARNs": withBody(good.body.replace(/<Arn>.*<\/Arn>/, "$&$&")),
  "an ARN with elements": withBody(good.body.replace(/<Arn>.*<\/Arn>/, "<Arn><b>x</b></Arn>")),
  "additional elements": withBody(good.body.replace(/<Arn>.*<\/Arn>/, "$&<Alias>x</Alias>")),
  "a comment in the ARN": withBody(good.body.replace("user/team", "user/<!-- -->team")),
};

for (const [what, reply] of Object.entries(unreadable)) {
  test(`CLOUD-IAM-08: a response with ${what} is no identity`, () => {
    expect(() => readCallerIdentity(reply)).to.throw("error making upstream request: error parsing STS response");
  });
}
