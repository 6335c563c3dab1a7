import { AppError, isRefusal } from '../../../lib/app-error.ts';

/** A queue of lines that makes the writer wait for the reader. */
interface Lines {
  push(line: string): void;
  end(): void;
  readonly all: AsyncIterable<string>;
}

function createLines(): Lines {
  let waiting: string[] = [];
  let ended = false;
  let wake: (() => void) | undefined;
  async function* read(): AsyncGenerator<string, void, undefined> {
    for (;;) {
      const now = waiting;
      waiting = [];
      if (now.length > 0) yield now.join('');
      else if (ended) return;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }
  const stir = (): void => {
    wake?.();
    wake = undefined;
  };
  return {
    push(line) {
      waiting.push(line);
      stir();
    },
    end() {
      ended = true;
      stir();
    },
    all: read(),
  };
}

/** Returns the problem line of a response that has begun. */
function problemLine(error: unknown) {
  if (isRefusal(error)) {
    return { line: 'error', code: error.code, message: error.message } as const;
  }
  return { line: 'error', code: 'internal_error', message: 'Something went wrong. Try again.' } as const;
}

/**
 * Streams JSON Lines of work in progress. Rejects if the work fails before its first line, so that the response is a
 * problem; later failures become the last line, and `failed` is called for internal ones. The work doesn't wait for the
 * reader: the query limits its output.
 */
export async function linesOf(
  work: (send: (line: object) => void) => Promise<void>,
  { signal, failed }: { signal: AbortSignal; failed: (error: unknown) => void },
): Promise<AsyncIterable<string>> {
  const lines = createLines();
  const begun = Promise.withResolvers<void>();
  let sent = false;
  const running = work((line) => {
    sent = true;
    lines.push(`${JSON.stringify(line)}\n`);
    begun.resolve();
  });
  void running
    .catch((error: unknown) => {
      if (!sent) {
        begun.reject(error);
        return;
      }
      if (!signal.aborted && !(error instanceof AppError)) failed(error);
      lines.push(`${JSON.stringify(problemLine(error))}\n`);
    })
    .finally(() => {
      begun.resolve();
      lines.end();
    });
  await begun.promise;
  return lines.all;
}
