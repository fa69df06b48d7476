import { defineParameterType } from "@cucumber/cucumber";
import { tokenOf } from "../logins.ts";
import { clusterNames, holderNames, personNames } from "../names.ts";
import type { RehearsalWorld } from "../world.ts";

/** A token, and the address from which a client uses it. Default: the stage's choice. */
export type Credential = Readonly<{ tokenIn: (world: RehearsalWorld) => string; from?: string }>;

/** The token of a client in a cluster that has issued it, or the token of the holder's last login. */
const words = [
  `(?:${personNames.source})'s token of (?:${clusterNames.source})`,
  `the token of (?:${holderNames.source})(?: from "[^"]*")?`,
].join("|");

defineParameterType({
  name: "credential",
  regexp: words,
  transformer: (text: string): Credential => {
    const [, who, giver = ""] = /^(\w+)'s token of (\w+)$/.exec(text) ?? [];
    if (who !== undefined) return { tokenIn: ({ clients }) => clients.givenToken(who, giver) };
    const [, holder = "", from] = /^the token of (.*?)(?: from "([^"]*)")?$/.exec(text) ?? [];
    return { tokenIn: (world) => tokenOf(world, holder), ...(from === undefined ? {} : { from }) };
  },
});
