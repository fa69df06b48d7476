import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import { Failure } from "./failure.ts";
import { judge } from "./judge.ts";

const heading = { history: 1, by: "a test", stage: "simulated", play: "x:1", clusters: ["Oslo"], sees: ["cloud"] };
const path = "auth/cloud/login";
const body = { iam_http_request_method: "POST" };
const login = [
  { type: "request", client: "unauthenticated", cluster: "Oslo", method: "POST", path, body },
  { type: "answer", cause: 1, outcome: "ok", status: 200 },
];
const confirmed = [
  login[0],
  { type: "cloud", from: "Oslo", action: "GetCallerIdentity", outcome: "ok", status: 200 },
  login[1],
];

function lines(events: readonly unknown[], sees = heading.sees): string {
  const placed = [...events, { type: "end" }].map((event, index) => ({
    ...(event as object),
    seq: index + 1,
    at: index,
  }));
  return [{ ...heading, sees }, ...placed].map((line) => `${JSON.stringify(line)}\n`).join("");
}

suite("understudy judge", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "understudy-judge-"));
  });
  after(() => rm(folder, { recursive: true }));

  async function judged(text: string, report?: string) {
    const texts = { out: "", err: "" };
    const history = join(folder, "history.ndjson");
    await writeFile(history, text);
    const output = (to: "out" | "err") => ({
      write(text: string) {
        texts[to] += text;
      },
    });
    const context = { stdout: output("out"), stderr: output("err"), directory: folder };
    const code = await judge({ history, report }, context).catch((error: unknown) => error);
    return { code, ...texts };
  }

  test("exits with 0 if all rules held", async () => {
    const { code, out } = await judged(lines(confirmed));
    expect([code, out]).to.deep.equal([0, "1 held, 0 broken, 0 undecided\n"]);
  });

  test("exits with 1 if a rule is broken, and prints its message, the event and the page about rules", async () => {
    const { code, out } = await judged(lines(confirmed) + lines(login));
    expect(code).to.equal(1);
    expect(out).to.match(
      /^✘ x:1 › a cloud login is confirmed by the cloud: Oslo accepted the login at auth\/cloud\/login .* \(event 2\)$/m,
    );
    expect(out).to.match(/docs\/checkers\.md\.\n1 held, 1 broken, 0 undecided$/m);
  });

  test("exits with 2 if a rule is undecided, and prints the reason", async () => {
    const { code, out } = await judged(lines(login, []));
    expect([code, out]).to.deep.equal([
      2,
      "? x:1 › a cloud login is confirmed by the cloud: the history does not have the calls that clusters sent to the cloud\n0 held, 0 broken, 1 undecided\n",
    ]);
  });

  test("prints the verdicts on the part before a truncation, then the truncation", async () => {
    const held = await judged(lines(confirmed) + lines(confirmed).slice(0, -20));
    expect(held.code).to.be.instanceOf(Failure).and.to.have.property("exitCode", 2);
    expect(held.code)
      .to.have.property("message")
      .that.matches(/history\.ndjson:10: this line is not JSON; the history may be truncated here$/);
    const broken = await judged(lines(login) + lines(confirmed).slice(0, -20));
    expect(broken.code).to.equal(1);
    expect(broken.err).to.match(/the history may be truncated here\n$/);
  });

  test("reports a missing file as a usage error", async () => {
    const context = { stdout: { write: () => true }, stderr: { write: () => true }, directory: folder };
    const code = await judge({ history: "no.ndjson", report: undefined }, context).catch((error: unknown) => error);
    expect(code).to.have.property("exitCode", 64);
  });

  test("reports a page that cannot be written after the verdicts, and keeps the exit code of a broken rule", async () => {
    await writeFile(join(folder, "in-the-way"), "");
    const held = await judged(lines(confirmed), "in-the-way");
    expect(held.code).to.be.instanceOf(Failure).and.to.have.property("exitCode", 2);
    expect(held.out).to.equal("1 held, 0 broken, 0 undecided\n");
    const broken = await judged(lines(login), "in-the-way");
    expect([broken.code, broken.err]).to.deep.equal([
      1,
      "understudy: the page in in-the-way could not be written: it is a file\n",
    ]);
  });

  test("refuses a folder in place of a history", async () => {
    const context = { stdout: { write: () => true }, stderr: { write: () => true }, directory: folder };
    const code = await judge({ history: folder, report: undefined }, context).catch((error: unknown) => error);
    expect(code).to.have.property("exitCode", 64);
  });

  test("writes a self-contained page with the message of a broken rule", async () => {
    await judged(lines(login), "page");
    const page = await readFile(join(folder, "page", "index.html"), "utf8");
    expect(page).to.include("a cloud login is confirmed by the cloud").and.include("<svg");
    expect(page).to.not.match(/(src|href)="(?!#|data:)/);
  });
});
