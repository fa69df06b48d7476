export type PeerData = Readonly<{ introduction: Readonly<Record<string, unknown>> }>;

type Roll = (sides: number) => number;

const odd: readonly unknown[] = [
  ...[
    -1,
    0,
    1.5,
    1e15,
    Number.MAX_SAFE_INTEGER,
    1e308,
    null,
    true,
    "",
    "\u0000",
    "../../x",
    "a/b//c",
    "ü\u{1f600}\ud800",
  ],
  ...["x".repeat(65_536), [], {}, [[[[]]]], { type: "message" }, ["shared/k"], "shared/", "__proto__"],
];

const history = [{ epoch: 1, id: "e", after: 0 }];
const call = {
  ...{ requestId: "r", verb: "write", namespace: "", path: "sys/policies/acl/p", fieldsText: "{}", displayName: "d" },
  ...{ entityId: "", remoteAddress: "127.0.0.1", policies: [], policyNamespace: "root", wrapSeconds: null },
};

/** Frames of a valid form. Some of them are forbidden for a secondary. */
const validFrames: readonly Readonly<Record<string, unknown>>[] = [
  { type: "welcome", protocol: 8, addresses: { api: "", cluster: "" } },
  { type: "goodbye", reason: "r", code: "stopping" },
  { type: "inquiry", protocol: 12, set: "s", eras: ["e"] },
  { type: "standing", protocol: 12, claim: { epoch: 1, id: "e" }, holdsRight: true },
  { type: "certificate", certificate: "c" },
  { type: "call", id: 1, call },
  { type: "part", frame: 1, number: 0, status: "more", text: '{"type":"message"' },
  {
    type: "part",
    frame: 2,
    number: 0,
    status: "last",
    text: '{"type":"part","frame":3,"number":0,"status":"last","text":"{}"}',
  },
  { type: "received", characters: 5000 },
  { type: "reply", id: 1, outcome: { answer: null }, index: 1 },
  ...[
    {
      type: "hello",
      index: 0,
      reach: 0,
      history: [],
      copied: null,
      filtered: [],
      claim: { epoch: 1, id: "e" },
      holdsRight: false,
      credit: 1000,
    },
    { type: "ack", index: 1e15 },
    { type: "turned", through: "shared/z" },
    { type: "compare", nodes: [["mount/x", "0"]] },
    { type: "list", subtree: "mount/x", buckets: null, after: "" },
    { type: "nodes", nodes: ["00AAAAAAAAAAAAAAAA"] },
    { type: "keys", through: null, items: [[7, "k", "AAAAAAAAAAAAAAAA"]] },
    { type: "fetch", keys: ["shared/k"] },
    { type: "synced" },
    { type: "request right" },
    { type: "stream", history, after: 0, last: 9, filtered: [] },
    { type: "copy", history, index: 9, common: 0, after: "", filtered: [] },
    { type: "entries", entries: [{ index: 1e15, epoch: 9, mount: "", changes: [{ key: "shared/k", value: "v" }] }] },
    { type: "page", page: { after: "", through: null, items: [["shared/k", "v"]] }, last: 9 },
    { type: "heartbeat", last: 1e15 },
    { type: "grant right", index: 1 },
    { type: "deny right", code: "refused", reason: "r" },
  ].map((message) => ({ type: "message", message })),
];

const garbage: readonly string[] = [
  "",
  "{",
  "[]",
  "null",
  '"x"',
  "{}",
  "\u0000",
  '{"type":',
  "[".repeat(50_000),
  "}".repeat(100),
];

/** Creates a frame that is most often invalid JSON, truncated, out of order, or has an invalid field. */
export function wrongFrame(roll: Roll, { introduction }: PeerData): string | Buffer {
  const kind = roll(16);
  if (kind === 0) return garbage[roll(garbage.length)] ?? "";
  if (kind === 1) return Buffer.from([roll(256), roll(256), roll(256)]);
  const frame = structuredClone(roll(6) === 0 ? introduction : (validFrames[roll(validFrames.length)] ?? {}));
  if (kind === 2) return JSON.stringify(frame).slice(0, 1 + roll(40));
  if (kind > 4) spoil(frame as Record<string, unknown>, roll);
  return JSON.stringify(frame);
}

function spoil(frame: Record<string, unknown>, roll: Roll): void {
  const names = Object.keys(frame);
  const name = names[roll(names.length)] ?? "type";
  const inner = frame[name];
  if (typeof inner === "object" && inner !== null && roll(3) > 0) spoil(inner as Record<string, unknown>, roll);
  else if (roll(6) === 0) delete frame[name];
  else frame[name] = odd[roll(odd.length)];
}
