import { suite, test } from "node:test";
import { expect } from "chai";
import { type Event, type EventOf, historyVersion } from "#harness/history/event.ts";
import type { Judgement } from "./checker.ts";
import { CheckerRun } from "./checker-run.ts";
import { cloudLogins } from "./cloud-logins.ts";

const ada = "arn:aws:iam::123456789012:user/ada";
const login = "auth/cloud/login";
const configuration = "auth/cloud/config/client";

type Unplaced<Type extends Event["type"]> = Omit<EventOf<Type>, "type" | "seq" | "at">;

/** A history that is told event by event, and what the checker says of it. */
class Told {
  readonly #bench: CheckerRun;
  #seq = 0;

  constructor(sees: readonly Event["type"][] = ["request", "answer", "cloud"]) {
    const told = {
      history: historyVersion,
      by: "test",
      stage: "live",
      play: "test",
      clusters: ["Oslo", "Lima"],
    } as const;
    this.#bench = new CheckerRun({ ...told, sees }, [cloudLogins]);
  }

  #take(event: object): number {
    this.#seq += 1;
    this.#bench.take({ ...event, seq: this.#seq, at: this.#seq } as Event);
    return this.#seq;
  }

  /** A request that sets out and is not answered yet. */
  asks(path: string, body: object, cluster = "Oslo"): number {
    const asked: Unplaced<"request"> = { client: "client 1", cluster, method: "POST", path, body };
    return this.#take({ type: "request", ...asked });
  }

  /** It succeeds, unless told otherwise. */
  answers(cause: number, body: object = {}, outcome: "ok" | "fail" = "ok"): void {
    this.#take({ type: "answer", cause, outcome, status: outcome === "ok" ? 200 : 400, body });
  }

  /** The cloud tells a cluster who signed. */
  confirms(call: Partial<Unplaced<"cloud">> = {}): void {
    this.#take({ type: "cloud", from: "Oslo", action: "GetCallerIdentity", outcome: "ok", signer: ada, ...call });
  }

  /** From now on the method demands this server id. */
  configures(id: string, cluster = "Oslo"): void {
    this.answers(this.asks(configuration, { iam_server_id_header_value: id }, cluster));
  }

  get judgement(): Judgement | undefined {
    return this.#bench.end()[0];
  }
}

const evidence = { role: "painter", iam_http_request_method: "POST" };
const asAda = { auth: { metadata: { client_arn: ada } } };

suite("a login with a signed request", () => {
  test("is in order when the cloud confirmed to that cluster in the meantime who signed", () => {
    const told = new Told();
    const asked = told.asks(login, evidence);
    told.confirms();
    told.answers(asked, asAda);
    expect(told.judgement).to.include({ verdict: "held" });
  });

  for (const [what, tell] of Object.entries({
    "before it was asked": (told: Told) => {
      told.confirms();
      return told.asks(login, evidence);
    },
    "to another cluster": (told: Told) => {
      const asked = told.asks(login, evidence);
      told.confirms({ from: "Lima" });
      return asked;
    },
    "with a refusal": (told: Told) => {
      const asked = told.asks(login, evidence);
      told.confirms({ outcome: "fail" });
      return asked;
    },
    "to another question": (told: Told) => {
      const asked = told.asks(login, evidence);
      told.confirms({ action: "GetUser" });
      return asked;
    },
    "not at all": (told: Told) => told.asks(login, evidence),
  })) {
    test(`is broken when the cloud answered ${what}`, () => {
      const told = new Told();
      told.answers(tell(told), asAda);
      expect(told.judgement).to.include({ verdict: "broken" });
      expect(told.judgement).to.have.property("sentence").that.contains("had not confirmed who signed it");
    });
  }

  test("may be refused without a word to the cloud", () => {
    const told = new Told();
    told.answers(told.asks(login, evidence), {}, "fail");
    expect(told.judgement).to.include({ verdict: "held" });
  });

  test("is broken when it is called after another than who signed", () => {
    const told = new Told();
    const asked = told.asks(login, evidence);
    told.confirms({ signer: `${ada}-of-mallory` });
    told.answers(asked, asAda);
    expect(told.judgement).to.have.property("sentence").that.contains(`that ${ada} signed it`);
  });

  test("is undecided where the history does not tell what the cloud was asked", () => {
    const told = new Told(["request", "answer"]);
    told.answers(told.asks(login, evidence), asAda);
    expect(told.judgement).to.include({ verdict: "undecided" });
  });
});

suite("a login where a server id is demanded", () => {
  const judged = (call: Partial<Unplaced<"cloud">>, before = (told: Told) => told.configures("oslo.example")) => {
    const told = new Told();
    before(told);
    const asked = told.asks(login, evidence);
    told.confirms(call);
    told.answers(asked, asAda);
    return told.judgement;
  };

  test("is in order when that was signed", () => {
    expect(judged({ audience: "oslo.example", isAudienceSigned: true })).to.include({ verdict: "held" });
  });

  test("is broken with another, with none, and when it was not signed", () => {
    for (const call of [
      { audience: "lima.example", isAudienceSigned: true },
      {},
      { audience: "oslo.example", isAudienceSigned: false },
      { audience: "oslo.example" },
    ]) {
      expect(judged(call)).to.include({ verdict: "broken" });
      expect(judged(call)).to.have.property("sentence").that.contains("for the server oslo.example");
    }
  });

  test("goes by what this cluster demands, and since when", () => {
    expect(judged({}, (told) => told.configures("lima.example", "Lima"))).to.include({ verdict: "held" });
    const taken = (told: Told) => {
      told.configures("oslo.example");
      told.configures("");
    };
    expect(judged({}, taken)).to.include({ verdict: "held" });
    // What is demanded changes at some moment before the answer.
    const changing = (told: Told) => {
      told.configures("oslo.example");
      told.asks(configuration, { iam_server_id_header_value: "other.example" });
    };
    expect(judged({}, changing)).to.include({ verdict: "held" });
  });
});

test("a login of another method is none of its business", () => {
  const told = new Told();
  told.answers(told.asks("auth/userpass/login/ada", { password: "x" }), asAda);
  told.answers(told.asks(login, { role: "web", pkcs7: "MII" }), asAda);
  expect(told.judgement).to.include({ verdict: "held" });
});
