import { availableParallelism } from 'node:os';
import { AppError } from '../lib/app-error.ts';

const retrySeconds = 2;
/** Milliseconds that a call waits for its turn before it is rejected. */
const longestWaitMs = 30_000;
/** Concurrent calls of an organization for each one that a caller may have. */
const callsOfOrganization = 3;

/** Who calls: a person, or an API key. `organization`: the one whose member makes the call. */
export interface Caller {
  readonly caller: string;
  readonly organization: string | undefined;
}

/** A call that runs, or waits for its turn. */
interface Turn {
  /** The organization, or the caller without one: turns are divided among these. */
  readonly share: string;
  readonly caller: string;
  begin(): void;
}

/** A call that was admitted. */
export interface Admitted {
  /**
   * Runs work of the call in its turn, at once if other work of the call has it. Throws the reason of `signal` as soon as it
   * aborts, and 429 after half a minute of waiting.
   */
  inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Ends the call; further calls have no effect. */
  leave(): void;
}

const counted = (turns: Iterable<Turn>, of: (turn: Turn) => string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const turn of turns) counts.set(of(turn), (counts.get(of(turn)) ?? 0) + 1);
  return counts;
};

/**
 * Divides the server among those who make expensive calls. Each caller, and each organization, may have a few of a kind
 * pending; more are rejected. Of all admitted calls, `slots` run at a time, and at most half of them for one organization. A
 * free slot goes to the organization with the fewest running calls, there to the caller with the fewest, and among those to
 * the longest waiting (max-min fairness).
 */
export function createFairUse({
  slots = Math.max(4, 2 * availableParallelism()),
  waitMs = longestWaitMs,
}: {
  slots?: number;
  waitMs?: number;
} = {}) {
  const mostOfShare = Math.ceil(slots / 2);
  const pending = new Map<string, number>();
  const running = new Set<Turn>();
  const waiting = new Set<Turn>();

  /** Begins the calls that free slots are for. */
  function divide(): void {
    while (running.size < slots && waiting.size > 0) {
      const ofShare = counted(running, ({ share }) => share);
      const ofCaller = counted(running, ({ caller }) => caller);
      let next: { turn: Turn; rank: number } | undefined;
      for (const turn of waiting) {
        const share = ofShare.get(turn.share) ?? 0;
        if (share >= mostOfShare) continue;
        const rank = share * (slots + 1) + (ofCaller.get(turn.caller) ?? 0);
        if (!next || rank < next.rank) next = { turn, rank };
      }
      if (!next) return;
      waiting.delete(next.turn);
      running.add(next.turn);
      next.turn.begin();
    }
  }

  /** Resolves when the turn begins. */
  async function wait({ caller, organization }: Caller, signal: AbortSignal): Promise<Turn> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const turn = { share: organization ?? caller, caller, begin: resolve };
    const giveUp = (reason: unknown): void => {
      if (waiting.delete(turn)) reject(reason);
    };
    const onAbort = (): void => giveUp(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(
      () => giveUp(refusal('The server is busy with other requests. Please try again.')),
      waitMs,
    );
    waiting.add(turn);
    divide();
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
    return turn;
  }

  function refusal(message: string): AppError {
    return new AppError('too_many_requests', message, { details: { retryAfterSeconds: retrySeconds } });
  }

  /** Counts a call of `key`; throws 429 if `most` are pending. Returns a function that ends it. */
  function count(key: string, most: number): () => void {
    const now = pending.get(key) ?? 0;
    if (now >= most) {
      throw refusal(
        `You have ${now} requests of this kind running. Wait until one has finished, then try again.`,
      );
    }
    pending.set(key, now + 1);
    return () => {
      const left = (pending.get(key) ?? 1) - 1;
      if (left > 0) pending.set(key, left);
      else pending.delete(key);
    };
  }

  return {
    /**
     * Admits a call. Throws 429 with the seconds to wait (`Retry-After`) if the caller has `most` of this kind pending, or the
     * organization three times as many.
     */
    admit(kind: string, most: number, by: Caller): Admitted {
      const counts = [count(`${kind}\n${by.caller}`, most)];
      try {
        if (by.organization !== undefined) {
          counts.push(count(`${kind}\n${by.organization}`, most * callsOfOrganization));
        }
      } catch (error) {
        for (const end of counts) end();
        throw error;
      }
      let hasTurn = false;
      return {
        async inTurn(signal, work) {
          if (hasTurn) return work();
          const turn = await wait(by, signal);
          hasTurn = true;
          try {
            return await work();
          } finally {
            hasTurn = false;
            running.delete(turn);
            divide();
          }
        },
        leave() {
          for (const end of counts.splice(0)) end();
        },
      };
    },
  };
}
