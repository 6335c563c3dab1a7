/** Reply of a child to an order. */
export type Reply<Answer> = { ok: true; value: Answer } | { ok: false; message: string };

/** Orders and answers of a child. */
interface Protocol {
  order: object;
  answer: unknown;
}

/** Runs in a child process: executes orders until the parent disconnects, then cleans up and exits. */
export function obey<P extends Protocol>(
  handle: (order: P['order']) => Promise<P['answer']>,
  cleanUp: () => Promise<void> = async () => {},
): void {
  process.on('message', (order: P['order']) => {
    void handle(order)
      .then(
        (value): Reply<P['answer']> => ({ ok: true, value }),
        (error: unknown): Reply<P['answer']> => ({
          ok: false,
          message: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
      )
      .then((reply) => process.send?.(reply));
  });
  process.once('disconnect', () => {
    void cleanUp().finally(() => process.exit(0));
  });
}
