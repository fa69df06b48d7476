import { suite, test } from "node:test";
import { expect } from "chai";
import type { Link, Wire, WireListener } from "#engine/ports/link.ts";
import { recording } from "#harness/history/recorder.suite.ts";
import { RecordedLinks } from "./recorded-links.ts";

function ends(accept: (wire: Wire) => WireListener): Link {
  return {
    clusterAddress: "here",
    apiAddress: "here",
    call: () => Promise.reject(new Error("no cluster is called")),
    serveAs() {},
    dial(_address, _credentials, listener) {
      let far: WireListener | undefined;
      const wire = { peer: undefined, send: (text: string) => far?.received(text), close: () => {} };
      far = accept({ peer: undefined, send: (text) => listener.received(text), close: () => listener.closed("over") });
      return wire;
    },
  };
}

suite("frames between clusters of one process", () => {
  test("are recorded with sender, recipient and fate once the other end is identified", () => {
    const { recorder, events } = recording(() => 0);
    const links = new RecordedLinks(recorder);
    let lima: Wire | undefined;
    const accept = links.accepting((wire) => {
      lima = wire;
      return { opened() {}, received() {}, closed() {} };
    }, "Lima");
    const received: string[] = [];
    const listener: WireListener = { opened() {}, received: (text) => void received.push(text), closed() {} };
    const wire = links.over(ends(accept), "Oslo").dial("lima", { certificate: "", privateKey: "" }, listener);
    wire.send('{"type":"introduction","id":"oslo"}');
    lima?.send('{"type":"welcome"}');
    expect(received).to.deep.equal(['{"type":"welcome"}']);
    const summary = events.map((event) => (event.type === "frame" ? [event.from, event.to, event.kind] : event.type));
    expect(summary).to.deep.equal([
      ["Oslo", "Lima", "introduction"],
      "arrival",
      ["Lima", "Oslo", "welcome"],
      "arrival",
    ]);
  });
});
