import { strict as assert } from "node:assert";
import { test } from "node:test";
import { errorDocument, resultDocument, toJson, toXml } from "./rendering.ts";

const namespace = "https://example.org/doc/";
const id = "00000000-0000-4000-8000-000000000000";

const things = { Things: [{ Name: `<a> & "b"` }, { Name: "c" }], None: [] };

test("XML results have lists as members and escaped text", () => {
  const document = resultDocument("sts", { action: "ListThings", result: things }, id);
  assert.equal(
    toXml(document, { namespace, itemName: "member" }),
    `<ListThingsResponse xmlns="https://example.org/doc/">
  <ListThingsResult>
    <Things>
      <member>
        <Name>&lt;a&gt; &amp; &quot;b&quot;</Name>
      </member>
      <member>
        <Name>c</Name>
      </member>
    </Things>
    <None>
    </None>
  </ListThingsResult>
  <ResponseMetadata>
    <RequestId>${id}</RequestId>
  </ResponseMetadata>
</ListThingsResponse>
`,
  );
});

test("EC2 results have no result element, and their lists have items", () => {
  const document = resultDocument("ec2", { action: "ListThings", result: { Things: [{ Name: "c" }] } }, id);
  assert.equal(
    toXml(document, { namespace, itemName: "item" }),
    `<ListThingsResponse xmlns="https://example.org/doc/">
  <requestId>${id}</requestId>
  <Things>
    <item>
      <Name>c</Name>
    </item>
  </Things>
</ListThingsResponse>
`,
  );
});

test("an action without a result has no result element", () => {
  assert.deepEqual(resultDocument("iam", { action: "DeleteThing", result: undefined }, id), {
    DeleteThingResponse: { ResponseMetadata: { RequestId: id } },
  });
});

test("an error has the format of its API", () => {
  const refusal = { code: "NoSuchEntity", message: "gone" } as const;
  assert.equal(
    toXml(errorDocument("sts", refusal, id), { namespace, itemName: "member" }),
    `<ErrorResponse xmlns="https://example.org/doc/">
  <Error>
    <Type>Sender</Type>
    <Code>NoSuchEntity</Code>
    <Message>gone</Message>
  </Error>
  <RequestId>${id}</RequestId>
</ErrorResponse>
`,
  );
  assert.equal(
    toJson(errorDocument("sts", refusal, id)),
    `{"Error":{"Type":"Sender","Code":"NoSuchEntity","Message":"gone"},"RequestId":"${id}"}`,
  );
  assert.deepEqual(errorDocument("ec2", refusal, id), {
    Response: { Errors: { Error: { Code: "NoSuchEntity", Message: "gone" } }, RequestID: id },
  });
});
