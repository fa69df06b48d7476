import { type DataTable, Given as given, Then as then, When as when } from "@cucumber/cucumber";
import type { Resource, ResourceList } from "./resources.ts";
import type { Credential } from "./variants/credential.ts";
import type { Login } from "./variants/evidence.ts";
import type { Operation } from "./variants/operations.ts";
import type { ReplicationRole } from "./variants/replication-roles.ts";
import type { When as Moment } from "./when.ts";
import type { RehearsalWorld } from "./world.ts";

/** Types of the values of parameters in sentences, by name of the parameter type. Others are declared by their steps. */
type Values = Readonly<{
  authentication: Login;
  client: string;
  cluster: string;
  credential: Credential;
  duration: number;
  holder: string;
  int: number;
  moment: string;
  operate: Operation;
  operates: Operation;
  person: string;
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

/** Defines a step of a sentence. The types of `this` and of the parameters follow from the sentence. */
type Define = <const Sentence extends string>(
  sentence: Sentence,
  code: (this: RehearsalWorld, ...values: ValuesOf<Sentence>) => unknown,
) => void;

// Cucumber's own functions with narrower types: it reads the position of a definition from the stack.
export const [Given, When, Then]: readonly [Define, Define, Define] = [given, when, then];
