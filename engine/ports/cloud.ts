/** An HTTP request to the API of a cloud provider. Redirects are not followed. */
export type CloudRequest = Readonly<{
  method: string;
  url: string;
  /** Header names as they are sent; a name may occur several times. */
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
  timeoutMilliseconds: number;
}>;

export type CloudReply = Readonly<{ status: number; contentType: string; body: string }>;

/** Information from the host of the cluster that is available without configuration. */
export type CloudSurroundings = Readonly<{
  /** Environment variables of the cluster's process, by name. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Provider certificates, in PEM, that verify instance evidence without being registered. */
  certificates: readonly Readonly<{ pem: string; type: "pkcs7" | "identity" }>[];
}>;

/** The HTTP APIs of the cloud provider. */
export interface Cloud {
  /** Sends a request. Rejects with an Error that contains the reason if no reply arrives. */
  exchange(request: CloudRequest): Promise<CloudReply>;
  /** Default: {@link noSurroundings}. */
  readonly surroundings?: CloudSurroundings;
}

/** An empty environment without certificates. */
export const noSurroundings: CloudSurroundings = { environment: {}, certificates: [] };
