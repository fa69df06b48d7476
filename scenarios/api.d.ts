export { After, Before, DataTable, defineParameterType, Given, Then, When } from "@cucumber/cucumber";

/** A request to a cluster. `path` is without `/v1/`, such as `sys/health`; an object as `body` is sent as JSON. */
export type ScenarioRequest = Readonly<{
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "LIST";
  path: string;
  token?: string;
  body?: Readonly<Record<string, unknown>> | string;
  headers?: Readonly<Record<string, string>>;
}>;

export type ScenarioBody = Readonly<{
  errors?: readonly string[];
  data?: Readonly<Record<string, unknown>> | null;
  lease_id?: string;
  lease_duration?: number;
  auth?: Readonly<Record<string, unknown>> | null;
}> &
  Readonly<Record<string, unknown>>;

/** A response. The names of `headers` are in lower case. `body` is undefined if it is empty. */
export type ScenarioReply = Readonly<{
  status: number;
  headers: Readonly<Record<string, string>>;
  body: ScenarioBody | undefined;
}>;

/** An operator of one cluster. `read`, `write` and `send` throw an Error if the status is 300 or higher. */
export interface ScenarioCluster {
  readonly name: string;
  readonly api: string;
  /** Returns the response data, or an empty object. */
  read(path: string, token?: string): Promise<Readonly<Record<string, unknown>>>;
  write(path: string, body?: Readonly<Record<string, unknown>>, token?: string): Promise<ScenarioBody>;
  send(
    method: ScenarioRequest["method"],
    path: string,
    body?: ScenarioRequest["body"],
    token?: string,
  ): Promise<ScenarioBody>;
  /** Returns the response to a request that is sent unchanged, whatever its status. */
  ask(request: ScenarioRequest): Promise<ScenarioReply>;
  /** Like {@link ask}, with the operator's token. */
  askAsOperator(request: ScenarioRequest): Promise<ScenarioReply>;
}

export interface ScenarioStage {
  readonly name: string;
  /** Time of the stage in milliseconds since 1970. */
  now(): number;
  /** Lets this many milliseconds pass on the stage. */
  pass(milliseconds: number): Promise<void>;
}

/** `this` of a step: the state of one scenario, which the package's steps use as well. */
export interface RehearsalWorld {
  readonly stage: ScenarioStage;
  /** Returns an operator of a cluster, such as `Oslo`. Throws if the topology has no such cluster. */
  cluster(name: string): ScenarioCluster;
  /** Sends a request as an operator. The package's steps, such as "the request is refused", judge the response. */
  try(cluster: string, request: ScenarioRequest): Promise<ScenarioReply>;
  /** Like {@link try}, as a client of an earlier step, such as `Ada`. */
  tryAs(client: string, cluster: string, request: ScenarioRequest): Promise<ScenarioReply>;
  /**
   * Like {@link tryAs}, but throws an Error if the status is 300 or higher. After a write, waits for the secondaries.
   */
  doAs(client: string, cluster: string, request: ScenarioRequest): Promise<ScenarioReply>;
  /** Response to the last request that `try`, `tryAs` or `doAs` sent. */
  readonly last: ScenarioReply;
  /** Repeats `look` until it does not throw. Throws its last error after a timeout. */
  eventually<Found>(look: () => Promise<Found>): Promise<Found>;
  /** Waits for the cluster's secondaries to receive its entries. Does not throw if one is too late. */
  secondariesCaughtUp(cluster: string): Promise<void>;
  /** Adds a text or an object to the scenario in the report. Secrets in it are masked. */
  attach(data: string, mediaType?: string): void;
}
