import { z } from 'zod';
import { ethereumAddress, hexText } from './chain-shapes.ts';

/** An account that a contract names, with the event. */
const namedAccount = z.object({
  account: ethereumAddress,
  transaction: hexText,
  block: z.int(),
  timestamp: z.int(),
});

/** What is known about a contract besides its movements. */
export const ethereumContract = z.object({
  /** Who deployed it: the sender of the transaction that created it; null if not in the ledger. */
  deployer: ethereumAddress.nullable(),
  /** Whom it obeys, by its own last event (EIP-173); the zero address: nobody. Null: it has said nothing. */
  owner: namedAccount.nullable(),
  /** Whose code it runs, by its own last event (EIP-1967); null: it has said nothing. */
  implementation: namedAccount.nullable(),
  /**
   * To whom it passed on everything that it was paid, by its own events and the transfers of the same transactions, with the last
   * one: it is a deposit contract of this account. Null: nothing is proven, or there are several.
   */
  deposits_to: namedAccount.nullable(),
});
export type EthereumContract = z.infer<typeof ethereumContract>;
