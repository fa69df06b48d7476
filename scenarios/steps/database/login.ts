import { Given, Then } from "@cucumber/cucumber";
import { expect } from "chai";
import { promptly } from "../../promptly.ts";
import type { RehearsalWorld } from "../../world.ts";

export type Login = Readonly<{ username: string; password: string }>;

/**
 * Logs in to the database repeatedly until the result is `accepted`. Fails if this takes longer than {@link promptly}
 * allows. Calls `login` each time.
 */
export async function expectLogin(
  world: RehearsalWorld,
  login: () => Login | Promise<Login>,
  accepted: boolean,
): Promise<void> {
  await world.eventually(async () => {
    const { username, password } = await login();
    expect(await world.stage.database.accepts(username, password), `whether ${username} gets in`).to.equal(accepted);
  }, promptly);
}

export function knownLogin(world: RehearsalWorld, name: string): Login {
  const password = world.databases.knownPasswords.get(name);
  if (password === undefined) throw new Error(`no password of ${name} is known`);
  return { username: world.databases.nameOf(name), password };
}

Given("the database user {string} with a known password", async function (this: RehearsalWorld, name: string) {
  const [username, password] = [this.databases.nameOf(name), this.databases.passwordFor(name)];
  await this.stage.database.run(this.product.makeUser({ username, password }));
});

Then("the database accepts the known password of {string}", async function (this: RehearsalWorld, name: string) {
  await expectLogin(this, () => knownLogin(this, name), true);
});

Then("the database refuses the known password of {string}", async function (this: RehearsalWorld, name: string) {
  await expectLogin(this, () => knownLogin(this, name), false);
});

Then("the database does not know the user {string}", async function (this: RehearsalWorld, name: string) {
  expect(await usersOf(this)).not.to.include(name);
});

export function usersOf(world: RehearsalWorld): Promise<readonly string[]> {
  return world.stage.database.column(world.product.users);
}
