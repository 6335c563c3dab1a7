/** An answer that stays open and gets text (server-sent events) until either side ends it. */
export interface EventStream {
  send(text: string): void;
  /** Bytes that the client has not taken yet. */
  waiting(): number;
  /** Ends the answer after what was sent. */
  end(): void;
  /** Breaks the connection off: what waits is lost. */
  cut(): void;
  /** Called once when the connection is over, whoever ended it; at once if it is over already. */
  onClose(listener: () => void): void;
}
