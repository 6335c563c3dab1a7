import type { Blockchain } from '@hopscope/contract';
import type { SharedDatabase } from '../../../../db/session.ts';
import { SqlError } from '../../../../db/sql-error.ts';
import { AppError, type Reason } from '../../../../lib/app-error.ts';
import type { Scored, ScoreOptions } from '../score.service.ts';
import type { RiskQuestion } from '../subjects.ts';

/** Start data of a thread that scores. */
export interface ScoreThreadData {
  readonly database: SharedDatabase;
  readonly remote: Record<Blockchain, boolean>;
}

/** Requests to the thread. Scores of a group share a snapshot, until its end. `now`: milliseconds since 1970. */
export type ScoreRequest =
  | {
      readonly kind: 'score';
      readonly id: number;
      readonly group: number;
      readonly question: RiskQuestion;
      readonly asked: Omit<ScoreOptions, 'signal'>;
      readonly now: number;
    }
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'end'; readonly group: number }
  | { readonly kind: 'stop' };

/** Answers of the thread, by the `id` of the request; or a log line (JSON). */
export type ScoreReply =
  | { readonly kind: 'scored'; readonly id: number; readonly scored: Scored }
  | { readonly kind: 'failed'; readonly id: number; readonly error: SentError }
  | { readonly kind: 'log'; readonly line: string };

/** An error on its way between threads, which would lose its class. */
export type SentError =
  | {
      readonly kind: 'app';
      readonly reason: Reason;
      readonly message: string;
      readonly fields: AppError['fields'];
      readonly details: AppError['details'];
    }
  | {
      readonly kind: 'sql';
      readonly message: string;
      readonly code: string;
      readonly constraint: string | undefined;
    }
  | {
      readonly kind: 'other';
      readonly name: string;
      readonly message: string;
      readonly stack: string | undefined;
    };

/** Prepares an error for another thread. */
export function sendError(error: unknown): SentError {
  if (error instanceof AppError) {
    const { reason, message, fields, details } = error;
    return { kind: 'app', reason, message, fields, details };
  }
  if (error instanceof SqlError) {
    const { message, code, constraint } = error;
    return { kind: 'sql', message, code, constraint };
  }
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { kind: 'other', name, message, stack };
}

/** Returns an error of the same class as the one that was sent: an AppError, a SqlError, or any other. */
export function receiveError(sent: SentError): Error {
  if (sent.kind === 'app') {
    const { reason, message, fields, details } = sent;
    return new AppError(reason, message, { fields, ...(details && { details }) });
  }
  if (sent.kind === 'sql') return new SqlError(sent.message, sent.code, sent.constraint);
  const error = new Error(sent.message);
  error.name = sent.name;
  if (sent.stack !== undefined) error.stack = sent.stack;
  return error;
}

/** Returns a function that collects what is sent in a tick and sends it together. */
export function inOneMessage<T>(send: (all: T[]) => void): (one: T) => void {
  let waiting: T[] = [];
  return (one) => {
    waiting.push(one);
    if (waiting.length > 1) return;
    // A tick that a microtask schedules runs after all microtasks, so those that needn't wait have sent theirs.
    queueMicrotask(() =>
      process.nextTick(() => {
        const all = waiting;
        waiting = [];
        send(all);
      }),
    );
  };
}
