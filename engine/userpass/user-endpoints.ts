import { z } from "zod";
import { type Endpoint, operation } from "../api/endpoint.ts";
import { field } from "../api/field.ts";
import { Problem } from "../api/problem.ts";
import type { HandlerContext } from "../core/mounts/mount-type.ts";
import { namesEndpoint } from "../core/mounts/names-endpoint.ts";
import { namesIn } from "../core/storage/folder.ts";
import {
  defaultTokenSettings,
  oldTokenFields,
  reviseTokenSettings,
  tokenFields,
} from "../core/tokens/token-settings.ts";
import { saltBytes } from "../ports/cryptography.ts";
import { shownUser, type User, userData, userName, users } from "./user.ts";

const named = z.object({ username: field.foldedName });

const { ttl, max_ttl, bound_cidrs } = oldTokenFields;

const writing = named.extend({
  password: field.secret.default(""),
  password_hash: field.secret.optional(),
  ...tokenFields,
  ttl,
  max_ttl,
  bound_cidrs,
});

const userEndpoint: Endpoint<HandlerContext> = {
  path: "users/:username",
  operations: {
    read: operation({
      summary: "Read the token settings of a user",
      served: "locally",
      input: named,
      output: userData,
      async run({ username }, { storage }: HandlerContext) {
        const user = await users.read(storage, userName(username));
        if (!user) throw new Problem("absent", "");
        return { data: shownUser(user) };
      },
    }),
    write: operation({
      summary: "Create a user, or change fields of a user",
      served: "by-primary",
      input: writing,
      exists: async ({ username }, { storage }: HandlerContext) =>
        (await users.read(storage, userName(username))) !== undefined,
      run({ username, password, password_hash, ...request }, context: HandlerContext) {
        // If the field were ignored, the user would get a different password than intended.
        if (password_hash !== undefined) throw new Problem("refused", "password_hash is not supported; give password");
        return revise(context, username, async (old) => {
          if (!old && password === "") throw new Problem("refused", "missing password");
          const tokens = reviseTokenSettings(old?.tokens ?? defaultTokenSettings, request);
          const passwordHash = old && password === "" ? old.passwordHash : await hashed(password, context);
          return { passwordHash, tokens };
        });
      },
    }),
    delete: operation({
      summary: "Delete a user; its tokens stay valid until they expire",
      served: "by-primary",
      input: named,
      run({ username }, { storage, withLock }: HandlerContext) {
        const name = userName(username);
        return withLock(name, async () => {
          await storage.commit([users.remove(name)]);
          return undefined;
        });
      },
    }),
  },
};

const passwordEndpoint: Endpoint<HandlerContext> = {
  path: "users/:username/password",
  operations: {
    write: operation({
      summary: "Change a user's password",
      served: "by-primary",
      statuses: [500],
      input: named.extend({ password: field.secret.default(""), password_hash: field.secret.optional() }),
      run({ username, password, password_hash }, context: HandlerContext) {
        if (password_hash !== undefined) throw new Problem("refused", "password_hash is not supported; give password");
        return revise(context, username, async (old) => {
          const user = existing(old);
          if (password === "") throw new Problem("refused", "missing password");
          return { ...user, passwordHash: await hashed(password, context) };
        });
      },
    }),
  },
};

const policiesEndpoint: Endpoint<HandlerContext> = {
  path: "users/:username/policies",
  operations: {
    write: operation({
      summary: "Change the policies of a user's tokens",
      served: "by-primary",
      statuses: [500],
      input: named.extend({ token_policies: tokenFields.token_policies, policies: tokenFields.policies }),
      run({ username, ...request }, context: HandlerContext) {
        return revise(context, username, async (old) => {
          const user = existing(old);
          return { ...user, tokens: reviseTokenSettings(user.tokens, request) };
        });
      },
    }),
  },
};

const usersEndpoint = namesEndpoint("users", "List the names of the users", (storage) =>
  namesIn(storage, "shared", "user/"),
);

export const userEndpoints: readonly Endpoint<HandlerContext>[] = [
  usersEndpoint,
  userEndpoint,
  passwordEndpoint,
  policiesEndpoint,
];

function revise(
  { storage, withLock }: HandlerContext,
  username: string,
  change: (old: User | undefined) => Promise<User>,
): Promise<undefined> {
  const name = userName(username);
  return withLock(name, async () => {
    await storage.commit([users.put(name, await change(await users.read(storage, name)))]);
    return undefined;
  });
}

function existing(user: User | undefined): User {
  if (!user) throw new Problem("failed", "username does not exist");
  return user;
}

function hashed(password: string, { cryptography, entropy, caller }: HandlerContext): Promise<string> {
  return cryptography.hashPassword(password, entropy.bytes(saltBytes), `write from ${caller.remoteAddress}`);
}
