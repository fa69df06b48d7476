/** Response body of most operations (F4.1-01). Durations are in seconds. */
export type Envelope<Data> = Readonly<{
  request_id: string;
  lease_id: string;
  renewable: boolean;
  lease_duration: number;
  /** Null in responses without data, such as those of logins. */
  data: Data | null;
  wrap_info: Readonly<{
    token: string;
    accessor: string;
    ttl: number;
    creation_time: string;
    creation_path: string;
    wrapped_accessor?: string;
  }> | null;
  warnings: readonly string[] | null;
  auth: Readonly<{
    client_token: string;
    accessor: string;
    policies: readonly string[];
    token_policies?: readonly string[];
    identity_policies?: readonly string[];
    metadata: Readonly<Record<string, string>> | null;
    lease_duration: number;
    renewable: boolean;
    entity_id: string;
    token_type: "service" | "batch";
    orphan: boolean;
    num_uses: number;
  }> | null;
}>;
