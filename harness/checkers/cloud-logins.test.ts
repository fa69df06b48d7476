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

class HistoryBuilder {
  readonly #run: CheckerRun;
  #seq = 0;

  constructor(sees: readonly Event["type"][] = ["request", "answer", "cloud"]) {
    const history = {
      history: historyVersion,
      by: "test",
      stage: "live",
      play: "test",
      clusters: ["Oslo", "Lima"],
    } as const;
    this.#run = new CheckerRun({ ...history, sees }, [cloudLogins]);
  }

  #take(event: object): number {
    this.#seq += 1;
    this.#run.take({ ...event, seq: this.#seq, at: this.#seq } as Event);
    return this.#seq;
  }

  asks(path: string, body: object, cluster = "Oslo"): number {
    const asked: Unplaced<"request"> = { client: "client 1", cluster, method: "POST", path, body };
    return this.#take({ type: "request", ...asked });
  }

  answers(cause: number, body: object = {}, outcome: "ok" | "fail" = "ok"): void {
    this.#take({ type: "answer", cause, outcome, status: outcome === "ok" ? 200 : 400, body });
  }

  confirms(call: Partial<Unplaced<"cloud">> = {}): void {
    this.#take({ type: "cloud", from: "Oslo", action: "GetCallerIdentity", outcome: "ok", signer: ada, ...call });
  }

  configures(id: string, cluster = "Oslo"): void {
    this.answers(this.asks(configuration, { iam_server_id_header_value: id }, cluster));
  }

  get judgement(): Judgement | undefined {
    return this.#run.end()[0];
  }
}

const evidence = { role: "painter", iam_http_request_method: "POST" };
const asAda = { auth: { metadata: { client_arn: ada } } };

suite("a login with a signed request", () => {
  test("holds if the cloud confirmed the signer to that cluster during the login", () => {
    const history = new HistoryBuilder();
    const asked = history.asks(login, evidence);
    history.confirms();
    history.answers(asked, asAda);
    expect(history.judgement).to.include({ verdict: "held" });
  });

  for (const [what, arrange] of Object.entries({
    "before the login request": (history: HistoryBuilder) => {
      history.confirms();
      return history.asks(login, evidence);
    },
    "to another cluster": (history: HistoryBuilder) => {
      const asked = history.asks(login, evidence);
      history.confirms({ from: "Lima" });
      return asked;
    },
    "with a refusal": (history: HistoryBuilder) => {
      const asked = history.asks(login, evidence);
      history.confirms({ outcome: "fail" });
      return asked;
    },
    "to another action": (history: HistoryBuilder) => {
      const asked = history.asks(login, evidence);
      history.confirms({ action: "GetUser" });
      return asked;
    },
    "not at all": (history: HistoryBuilder) => history.asks(login, evidence),
  })) {
    test(`is broken if the cloud answered ${what}`, () => {
      const history = new HistoryBuilder();
      history.answers(arrange(history), asAda);
      expect(history.judgement).to.include({ verdict: "broken" });
      expect(history.judgement).to.have.property("sentence").that.contains("had not confirmed who signed it");
    });
  }

  test("may be refused without a call to the cloud", () => {
    const history = new HistoryBuilder();
    history.answers(history.asks(login, evidence), {}, "fail");
    expect(history.judgement).to.include({ verdict: "held" });
  });

  test("is broken if its principal is not the signer", () => {
    const history = new HistoryBuilder();
    const asked = history.asks(login, evidence);
    history.confirms({ signer: `${ada}-of-mallory` });
    history.answers(asked, asAda);
    expect(history.judgement).to.have.property("sentence").that.contains(`that ${ada} signed it`);
  });

  test("is undecided if the history does not record cloud calls", () => {
    const history = new HistoryBuilder(["request", "answer"]);
    history.answers(history.asks(login, evidence), asAda);
    expect(history.judgement).to.include({ verdict: "undecided" });
  });
});

suite("a login that requires a server id", () => {
  const judged = (
    call: Partial<Unplaced<"cloud">>,
    before = (history: HistoryBuilder) => history.configures("oslo.example"),
  ) => {
    const history = new HistoryBuilder();
    before(history);
    const asked = history.asks(login, evidence);
    history.confirms(call);
    history.answers(asked, asAda);
    return history.judgement;
  };

  test("holds if the signature covers this server id", () => {
    expect(judged({ audience: "oslo.example", isAudienceSigned: true })).to.include({ verdict: "held" });
  });

  test("is broken with another server id, without one, and if the signature does not cover it", () => {
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

  test("depends on the server id that this cluster requires at the time of the login", () => {
    expect(judged({}, (history) => history.configures("lima.example", "Lima"))).to.include({ verdict: "held" });
    const taken = (history: HistoryBuilder) => {
      history.configures("oslo.example");
      history.configures("");
    };
    expect(judged({}, taken)).to.include({ verdict: "held" });
    // The required server id changes at an unknown time before the response.
    const changing = (history: HistoryBuilder) => {
      history.configures("oslo.example");
      history.asks(configuration, { iam_server_id_header_value: "other.example" });
    };
    expect(judged({}, changing)).to.include({ verdict: "held" });
  });
});

test("logins of other methods are ignored", () => {
  const history = new HistoryBuilder();
  history.answers(history.asks("auth/userpass/login/ada", { password: "x" }), asAda);
  history.answers(history.asks(login, { role: "web", pkcs7: "MII" }), asAda);
  expect(history.judgement).to.include({ verdict: "held" });
});
