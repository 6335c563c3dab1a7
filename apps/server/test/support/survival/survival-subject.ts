import type { SqlDatabase } from '../../../src/db/session.ts';
import type { Random } from './random.ts';

/** Work for the ledger, and what it holds once that is done. */
export interface Step<State, Work> {
  work: Work;
  after: State;
}

/** A ledger under test: what is done to it, and how it is looked at. `Work` goes to another process. */
export interface SurvivalSubject<State, Work> {
  name: 'bitcoin' | 'ethereum';
  begin(seed: number): Step<State, Work>;
  plan(state: State, random: Random): Step<State, Work>;
  /** What `hashes` of a ledger says that holds the state. */
  hashesOf(state: State): string;
  /** Brings an empty ledger to the state without detours. */
  rebuild(db: SqlDatabase, state: State): Promise<void>;
  perform(db: SqlDatabase, work: Work): Promise<void>;
  /** The first violation; empty where there is none. */
  audit(db: SqlDatabase): Promise<string>;
  hashes(db: SqlDatabase): Promise<string>;
}
