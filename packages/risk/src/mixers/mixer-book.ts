import type { MixerHeuristic } from '@hopscope/domain';

/** How often an account used a pool. Accounts and pools are hex without 0x; positions are places in the chain. */
export interface NoteCount {
  readonly account: string;
  readonly pool: string;
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

/** A deposit by an account, or a withdrawal to it. */
export interface MixerUse {
  readonly account: string;
  readonly pool: string;
  readonly position: number;
}

export interface MixerContacts {
  /** Position of the account's first movement. */
  readonly since: number;
  /** Accounts that it paid, and that paid it, each in the order of the first payment. */
  readonly paid: readonly string[];
  readonly payers: readonly string[];
}

export type MixerLeg = 'deposit' | 'withdrawal';

/** Positions, both inclusive. */
export interface PositionRange {
  readonly from: number;
  readonly to: number;
}

export interface MixerWithdrawal {
  readonly recipient: string;
  /** Who sent the transaction, if no relayer was paid for it; null: a relayer did. */
  readonly sender: string | null;
  /** Who was paid for sending the transaction; null: nobody. */
  readonly relayer: string | null;
  /** The unusual gas price, in hex, that the sender or the recipient offered (`unusualGasPrice`); null: none, or a relayer's. */
  readonly price: string | null;
  readonly pool: string;
  readonly position: number;
}

export interface MixerDeposit {
  readonly account: string;
  /** The unusual gas price, in hex, of the transaction; null: none. */
  readonly price: string | null;
  readonly pool: string;
  readonly position: number;
}

/** What the heuristics look up. All lists are bounded. */
export interface MixerBook {
  /** Deposits of accounts before a position, into all pools. */
  depositsOf(accounts: readonly string[], before: number): Promise<readonly NoteCount[]>;
  /** Withdrawals to accounts, from all pools. */
  withdrawalsOf(accounts: readonly string[]): Promise<readonly NoteCount[]>;
  /** Accounts with exactly `count` deposits into a pool before a position; null: too many to look at. */
  depositorsWith(pool: string, count: number, before: number): Promise<readonly string[] | null>;
  /** Accounts with exactly `count` withdrawals from a pool; null: too many to look at. */
  recipientsWith(pool: string, count: number): Promise<readonly string[] | null>;
  /**
   * Accounts that paid an account or were paid by it, and its first movement; null: too many to look at, or the account has more
   * movements than `most`.
   */
  contactsOf(account: string, most?: number): Promise<MixerContacts | null>;
  /** Uses of all pools by accounts, in a range, in the order of the chain; null: too many to look at. */
  usesIn(
    leg: MixerLeg,
    accounts: readonly string[],
    range: PositionRange,
  ): Promise<readonly MixerUse[] | null>;
  /** The last `most` uses of a pool before a position, or the first ones after it; in the order of the chain. */
  usesNear(
    leg: MixerLeg,
    pool: string,
    where: { readonly side: 'before' | 'after'; readonly position: number; readonly most: number },
  ): Promise<readonly MixerUse[]>;
  /** Uses of a pool with an unusual gas price, in the order of the chain; null: too many to look at. */
  usesAtPrice(leg: MixerLeg, pool: string, price: string): Promise<readonly MixerUse[] | null>;
  /** The withdrawals of these uses, with who sent them. */
  withdrawalsAt(uses: readonly MixerUse[]): Promise<readonly MixerWithdrawal[]>;
}

/**
 * An account that may have made the deposit, with its deposits into the pool before the withdrawal; or one that may have withdrawn
 * a deposit, with its withdrawals from the pool.
 */
export interface MixerLink {
  readonly heuristic: MixerHeuristic;
  readonly notes: NoteCount;
}

/** Positions per block of the ledger. */
const span = 2 ** 17;

/** Returns the positions of the blocks from `before` blocks before that of a position to `after` blocks after it. */
export function blocksAround(position: number, { before = 0, after = 0 }): PositionRange {
  const height = Math.floor(position / span);
  return { from: Math.max(0, height - before) * span, to: (height + after + 1) * span - 1 };
}

/** An account with more contacts is in use: it pays others who use the mixer, too. */
export const mostContacts = 10;

/** Whether an account dealt with at most ten others; false, too, where it isn't known. */
export async function hasFewContacts(account: string, book: MixerBook): Promise<boolean> {
  const contacts = await book.contactsOf(account);
  return contacts !== null && new Set([...contacts.paid, ...contacts.payers]).size <= mostContacts;
}
