import { AppError, isRefusal } from '../../../lib/app-error.ts';

/** Lines that somebody writes and somebody else reads, no faster than they are written. */
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

/** What an answer that is under way says of what went wrong. */
function problemLine(error: unknown) {
  if (isRefusal(error)) {
    return { line: 'error', code: error.code, message: error.message } as const;
  }
  return { line: 'error', code: 'internal_error', message: 'Something went wrong. Try again.' } as const;
}

/**
 * JSON Lines of work while it goes on. Rejects where the work fails before its first line, so that it is answered as a
 * problem; later failures are the last line, and `failed` hears of those that are nobody's fault outside. The work goes at its own
 * pace: what it tells is bounded by its question.
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
