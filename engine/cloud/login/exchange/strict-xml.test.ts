import { test } from "node:test";
import { expect } from "chai";
import { parseStrictXml } from "./strict-xml.ts";

test("elements and texts are parsed", () => {
  const document = `<?xml version='1.0' encoding='utf-8'?>\n<a xmlns="urn:a">\n <b>x &amp; y</b><c/><c></c>\n</a>\n`;
  expect(parseStrictXml(document)).to.deep.equal({
    name: "a",
    text: "",
    children: [
      { name: "b", text: "x & y", children: [] },
      { name: "c", text: "", children: [] },
      { name: "c", text: "", children: [] },
    ],
  });
});

test("an escaped ampersand does not start another entity", () => {
  expect(parseStrictXml("<a>&amp;lt;</a>").text).to.equal("&lt;");
});

const odd = {
  nothing: "",
  text: "hello",
  "an unterminated element": "<a><b></b>",
  "another end tag": "<a></b>",
  "crossed end tags": "<a><b></a></b>",
  "two roots": "<a/><b/>",
  "text after the root": "<a/>b",
  "text between elements": "<a>x<b/></a>",
  "text after an element": "<a><b/>x</a>",
  "an attribute": `<a href="x"/>`,
  "a comment": "<a><!-- --></a>",
  "a comment before the root": "<!-- --><a/>",
  CDATA: "<a><![CDATA[x]]></a>",
  "a doctype": `<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`,
  "an unknown entity": "<a>&b;</a>",
  "a numeric entity": "<a>&#65;</a>",
  "a single ampersand": "<a>x & y</a>",
  "a single bracket": "<a>x > y</a>",
  "a processing instruction": "<a><?b?></a>",
  "a second declaration": `<?xml version="1.0"?><?xml version="1.0"?><a/>`,
  "an end tag at the start": "</a>",
  depth: `${"<a>".repeat(20)}${"</a>".repeat(20)}`,
};

for (const [what, document] of Object.entries(odd)) {
  test(`${what} is refused`, () => {
    expect(() => parseStrictXml(document)).to.throw(Error);
  });
}
