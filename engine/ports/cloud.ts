/** An HTTP request to the API of a cloud provider. The port does not follow redirects. */
export type CloudRequest = Readonly<{
  method: string;
  url: string;
  /** Header names are sent in the given case; a name may occur several times. */
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
  timeoutMilliseconds: number;
}>;

export type CloudReply = Readonly<{ status: number; contentType: string; body: string }>;

/** Cloud configuration that comes from the machine on which the cluster runs. */
export type CloudSurroundings = Readonly<{
  environment: Readonly<Record<string, string | undefined>>;
  /**
   * Certificates of the provider, in addition to those that operators register. They verify signatures
   * of instance identity documents.
   */
  certificates: readonly Readonly<{ pem: string; type: "pkcs7" | "identity" }>[];
}>;

export interface Cloud {
  /** Sends a request. Rejects if no response arrives, with an Error whose message is the reason. */
  exchange(request: CloudRequest): Promise<CloudReply>;
  readonly surroundings?: CloudSurroundings;
}

export const noSurroundings: CloudSurroundings = { environment: {}, certificates: [] };
