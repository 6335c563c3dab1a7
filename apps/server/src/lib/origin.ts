/** Origin of a call, for rate limits and the audit log. */
export interface Origin {
  /** Address of the client; behind a trusted proxy, the one that the proxy reports. */
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** Whether the request came from this machine, to a name of it, and no proxy forwarded it. */
  readonly isLocal?: boolean;
}
