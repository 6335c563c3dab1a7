/** Where a call came from: for rate limits and the audit log. */
export interface Origin {
  /** Address of the client; behind a trusted proxy, the one that the proxy names. */
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
}
