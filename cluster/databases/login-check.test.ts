import { test } from "node:test";
import { expect } from "chai";
import { LoginCheck, type LoginCheckOptions } from "./login-check.ts";

function fixture({ isForAll = () => false }: Partial<Pick<LoginCheckOptions, "isForAll">> = {}) {
  const logins: PromiseWithResolvers<void>[] = [];
  const state = { isInUse: false, now: 0 };
  const check = new LoginCheck({
    logIn() {
      const login = Promise.withResolvers<void>();
      logins.push(login);
      return login.promise;
    },
    isForAll,
    isInUse: () => state.isInUse,
    now: () => state.now,
  });
  const ask = () =>
    check.admitted().then(
      () => "yes",
      (reason: unknown) => String(reason),
    );
  return { logins, state, check, ask };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("a single caller gets a new login each time", async () => {
  const { logins, ask } = fixture();
  for (const answer of ["yes", "no", "yes"]) {
    const asked = ask();
    if (answer === "yes") logins.at(-1)?.resolve();
    else logins.at(-1)?.reject(answer);
    expect(await asked).to.equal(answer);
  }
  expect(logins).to.have.length(3);
});

test("callers during a login share the next one, which begins after all of them asked", async () => {
  const { logins, ask } = fixture();
  const first = ask();
  const others = [ask(), ask()];
  expect(logins).to.have.length(1);
  logins[0]?.resolve();
  expect(await first).to.equal("yes");
  await turn();
  expect(logins).to.have.length(2);
  const late = ask();
  logins[1]?.reject("no");
  expect(await Promise.all(others)).to.deep.equal(["no", "no"]);
  await turn();
  logins[2]?.resolve();
  expect(await late).to.equal("yes");
});

test("a failure of the server rejects the waiting callers, and the next caller logs in again", async () => {
  const { logins, ask } = fixture({ isForAll: (error) => error === "no answer" });
  const answers = [ask(), ask()];
  logins[0]?.reject("no answer");
  expect(await Promise.all(answers)).to.deep.equal(["no answer", "no answer"]);
  expect(logins).to.have.length(1);
  const next = ask();
  expect(logins).to.have.length(2);
  logins[1]?.resolve();
  expect(await next).to.equal("yes");
});

test("while the session is in use, a login is valid for 200 ms from its begin, unless it was invalidated or another failed", async () => {
  const { logins, state, check, ask } = fixture();
  const first = ask();
  state.now = 150;
  logins[0]?.resolve();
  await first;
  state.isInUse = true;
  state.now = 199;
  expect(await ask()).to.equal("yes");
  expect(logins).to.have.length(1);
  for (const end of ["time", "doubt", "pause"]) {
    if (end === "time") state.now += 1;
    if (end === "doubt") check.invalidate();
    if (end === "pause") state.isInUse = false;
    const asked = ask();
    await turn();
    const login = logins.at(-1);
    login?.resolve();
    expect(await asked, end).to.equal("yes");
  }
  expect(logins).to.have.length(4);
});
