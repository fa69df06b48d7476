/** One HTTP exchange with a provider's API. Redirects are not followed. */
export type CloudRequest = Readonly<{
  method: string;
  url: string;
  /** Header names as they were sent; a name may stand for several values. */
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
  timeoutMilliseconds: number;
}>;

export type CloudReply = Readonly<{ status: number; contentType: string; body: string }>;

/** What a cluster knows of the provider from where it runs, before anything is configured. */
export type CloudSurroundings = Readonly<{
  /** Variables of the environment that the cluster was started in, by name. */
  environment: Readonly<Record<string, string | undefined>>;
  /** The provider's certificates, in PEM, that the evidence of instances is verified with although they are registered nowhere. */
  certificates: readonly Readonly<{ pem: string; type: "pkcs7" | "identity" }>[];
}>;

/** The cloud provider's APIs, by HTTP. */
export interface Cloud {
  /** Rejects with an Error whose message says why when no answer came. */
  exchange(request: CloudRequest): Promise<CloudReply>;
  /** Default: {@link noSurroundings}. */
  readonly surroundings?: CloudSurroundings;
}

/** An empty environment, and no certificates. */
export const noSurroundings: CloudSurroundings = { environment: {}, certificates: [] };
