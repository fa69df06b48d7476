import { test } from "node:test";
import { createContext, Script } from "node:vm";
import { expect } from "chai";
import { script } from "#harness/reports/page/script.ts";

test("the page's functions need nothing but a browser and each other", () => {
  // A document without a form, in which there is nothing to hydrate.
  const page = createContext({ URLSearchParams, document: { querySelectorAll: () => [] } });
  new Script(script).runInContext(page);
  const answer = new Script(`
    const view = viewOf("#status=failed&q=lost");
    [addressOf(view), narrows(view), isShown({ status: "failed", tags: [], text: "all is lost" }, view)].join(" ");
  `).runInContext(page);
  expect(answer).to.equal("#status=failed&q=lost true true");
});

test("the script cannot end its element early", () => {
  expect(script).not.to.match(/<\/script|<!--/i);
});
