import type { SqlDatabase } from '../../../src/db/session.ts';
import type { Random } from './random.ts';

/** Work for the ledger, and its expected state afterwards. */
export interface Step<State, Work> {
  work: Work;
  after: State;
}

/** A ledger under test: operations and checks. `Work` is sent to another process. */
export interface SurvivalSubject<State, Work> {
  name: 'bitcoin' | 'ethereum';
  begin(seed: number): Step<State, Work>;
  plan(state: State, random: Random): Step<State, Work>;
  /** Returns the `hashes` of a ledger in that state. */
  hashesOf(state: State): string;
  /** Builds the state in an empty ledger directly. */
  rebuild(db: SqlDatabase, state: State): Promise<void>;
  perform(db: SqlDatabase, work: Work): Promise<void>;
  /** Returns the first violation; empty if there is none. */
  audit(db: SqlDatabase): Promise<string>;
  hashes(db: SqlDatabase): Promise<string>;
}
