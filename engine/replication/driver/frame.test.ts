import { createHash } from "node:crypto";
import { test } from "node:test";
import { expect } from "chai";
import { z } from "zod";
import { protocolVersion } from "../machine/message.ts";
import { frame } from "./frame.ts";

test("a change of what goes over a link raises the version of the protocol, and both are noted here", () => {
  const shape = JSON.stringify(z.toJSONSchema(frame, { unrepresentable: "any" }));
  const digest = createHash("sha256").update(shape).digest("hex").slice(0, 16);
  expect({ protocolVersion, digest }).to.deep.equal({ protocolVersion: 8, digest: "b56578b30a09cb52" });
});
