import { strict as assert } from "node:assert";
import { createPublicKey, verify } from "node:crypto";
import { test } from "node:test";
import { ContentInfo, SignedData } from "@peculiar/asn1-cms";
import { AsnConvert } from "@peculiar/asn1-schema";
import { instanceIdentity } from "./instance-identity.ts";
import { signerOf } from "./test-authority.ts";

const facts = { instanceId: "i-1", accountId: "123456789012", imageId: "ami-1", region: "eu-west-1", pendingTime: 0 };

test("the document contains the given fields and is signed by the key of its region", () => {
  const { document, signature } = instanceIdentity(facts);
  const { pendingTime, ...said } = JSON.parse(document) as Record<string, unknown>;
  assert.equal(pendingTime, "1970-01-01T00:00:00Z");
  const { pendingTime: _, ...expected } = facts;
  assert.partialDeepStrictEqual(said, expected);
  const right = createPublicKey(signerOf("eu-west-1", "identity").certificate);
  const wrong = createPublicKey(signerOf("us-east-1", "identity").certificate);
  const [bytes, signed] = [Buffer.from(document), Buffer.from(signature, "base64")];
  assert.deepEqual(
    [right, wrong].map((key) => verify("sha256", bytes, key, signed)),
    [true, false],
  );
});

for (const kind of ["dsa", "rsa2048"] as const) {
  test(`the PKCS#7 message of ${kind} contains the document and one signature of the attributes`, () => {
    const identity = instanceIdentity(facts);
    const text = kind === "dsa" ? identity.pkcs7 : identity.rsa2048;
    const { content } = AsnConvert.parse(Buffer.from(text, "base64"), ContentInfo);
    const data = AsnConvert.parse(content, SignedData);
    assert.equal(
      Buffer.from(data.encapContentInfo.eContent?.single?.buffer ?? new ArrayBuffer(0)).toString(),
      identity.document,
    );
    const [signer, ...more] = data.signerInfos;
    assert.equal(more.length, 0);
    const parts = (signer?.signedAttrs ?? []).map((attribute) => Buffer.from(AsnConvert.serialize(attribute)));
    const attributes = Buffer.concat([Buffer.from([0x31, Buffer.concat(parts).length]), ...parts]);
    const key = createPublicKey(signerOf("eu-west-1", kind).certificate);
    assert.ok(verify("sha256", attributes, key, Buffer.from(signer?.signature.buffer ?? new ArrayBuffer(0))));
  });
}
