/** A response that remains open and receives text (server-sent events) until either side ends it. */
export interface EventStream {
  send(text: string): void;
  /** Returns the number of bytes that the client hasn't received yet. */
  waiting(): number;
  /** Ends the response after pending text. */
  end(): void;
  /** Closes the connection immediately: pending text is lost. */
  cut(): void;
  /** Calls `listener` once when the connection is closed by either side; immediately if it is closed already. */
  onClose(listener: () => void): void;
}
