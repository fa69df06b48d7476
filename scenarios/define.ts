import { type DataTable, Given as given, Then as then, When as when } from "@cucumber/cucumber";
import type { ScriptedReply } from "#harness/cloud/embedded/stand-in.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import type { Resource, ResourceList } from "./resources.ts";
import type { Credential } from "./variants/credential.ts";
import type { Login } from "./variants/evidence.ts";
import type { DatabaseLogin } from "./variants/logins.ts";
import type { Operation } from "./variants/operations.ts";
import type { Meaning } from "./variants/phrases.ts";
import type { ReplicationRole } from "./variants/replication-roles.ts";
import type { When as Moment } from "./when.ts";
import type { Principal } from "./world/clouds.ts";
import type { RehearsalWorld } from "./world.ts";

/** Types of the values of parameters in sentences, by name of the parameter type. Others are declared by their steps. */
export type Values = Readonly<{
  authentication: Login;
  behaviour: Meaning<Promise<ScriptedReply | undefined>>;
  body: string;
  client: string;
  cluster: string;
  "contacted database": Meaning<Promise<number>>;
  credential: Credential;
  "database fault": Meaning<Promise<void>>;
  "database user": Meaning<Promise<string>>;
  duration: number;
  holder: string;
  int: number;
  login: Meaning<DatabaseLogin | Promise<DatabaseLogin>>;
  moment: string;
  operate: Operation;
  operates: Operation;
  person: string;
  principal: Principal;
  product: DatabaseServer["kind"];
  "replication role": ReplicationRole;
  resource: Resource;
  resources: ResourceList;
  string: string;
  when: Moment;
  word: string;
}>;

/** Types of the values of a sentence, in order. A sentence that ends in a colon has a table or a text. */
type ValuesOf<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? // biome-ignore lint/suspicious/noExplicitAny: the step declares the type
    [Name extends keyof Values ? Values[Name] : any, ...ValuesOf<Rest>]
  : Sentence extends `${string}:`
    ? [tableOrText: DataTable & string]
    : [];

type Define = <const Sentence extends string>(
  sentence: Sentence,
  code: (this: RehearsalWorld, ...values: ValuesOf<Sentence>) => unknown,
) => void;

// Cucumber's own functions with narrower types: it reads the position of a definition from the stack.
export const [Given, When, Then]: readonly [Define, Define, Define] = [given, when, then];
