import { suite, test } from "node:test";
import { expect } from "chai";
import { capabilityOf } from "#harness/reports/unknown-tags.ts";
import { isEarlierTag, presentName, withPresentTags } from "./earlier-names.ts";

suite("capability names of earlier releases", () => {
  test("are replaced by the current names, and other names are unchanged", () => {
    expect([presentName("cut"), presentName("swallow"), presentName("audit"), presentName("toString")]).to.deep.equal([
      "partition",
      "black-hole",
      "audit",
      "toString",
    ]);
    expect(capabilityOf("@needs-cut")).to.equal("partition");
    expect(isEarlierTag("@needs-cutt")).to.equal(false);
  });

  test("match both tags in an expression", () => {
    expect(withPresentTags("@needs-cut and not (@needs-swallow or @slow)")).to.equal(
      "(@needs-cut or @needs-partition) and not ((@needs-swallow or @needs-black-hole) or @slow)",
    );
    expect(withPresentTags("@needs-cut-price")).to.equal("@needs-cut-price");
  });
});
