import { mixerHeuristics } from '@hopscope/domain';
import { z } from 'zod';
import { ethereumAddress, hexText } from './chain-shapes.ts';

/** A deposit into a pool of a mixer that pays fixed amounts, or a withdrawal, with accounts on the other side that stand out. */
export const mixerNote = z.object({
  log_index: z.int(),
  leg: z.enum(['deposit', 'withdrawal']),
  pool: ethereumAddress,
  /** Name of the mixer, and amount of the pool's deposits with their asset, of known pools on mainnet; null: another one. */
  mixer: z.string().nullable(),
  amount: z.string().nullable(),
  /** Sender of the transaction of a deposit; recipient of a withdrawal. */
  account: ethereumAddress,
  /** Who sent the transaction of a withdrawal for a fee; null: nobody did. */
  relayer: ethereumAddress.nullable(),
  /** Deposits into the pool, less withdrawals, before the transaction; null: the ledger doesn't begin with the chain, or `links` is null. */
  unspent: z.int().nullable(),
  /**
   * Of a withdrawal, accounts that may have made the deposit; of a deposit, accounts that may have withdrawn it. Null: not looked for,
   * because the transaction has too many.
   */
  links: z
    .array(
      z.object({
        heuristic: z.enum(mixerHeuristics),
        account: ethereumAddress,
        /** Number of its deposits into the pool before the withdrawal, or of its withdrawals; and the hash of the last one. */
        notes: z.int(),
        last: hexText,
        /** How many of the links that the heuristic made in demo networks were right; null: none to measure. */
        measured: z.object({ right: z.int(), of: z.int() }).nullable(),
      }),
    )
    .nullable(),
});
export type MixerNoteView = z.infer<typeof mixerNote>;
