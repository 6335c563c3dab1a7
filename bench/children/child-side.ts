/** What a child answers to each order. */
export type Reply<Answer> = { ok: true; value: Answer } | { ok: false; message: string };

/** What a child understands and answers. */
interface Protocol {
  order: object;
  answer: unknown;
}

/** Runs in a child: obeys orders until the parent lets go, then cleans up and ends. */
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
