import {
  type Conversion,
  type ConvertedSide,
  convertedMovements,
  type Crossing,
  type Movement,
} from '@hopscope/chain';
import type { StoredEthereumTx } from '../../../ledger/ethereum/model.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { conversionsOfStored } from '../../explorer/ethereum/ethereum-transaction.presenter.ts';
import { addressOf } from '../../explorer/ethereum/ethereum-values.ts';
import { nameOfToken } from './ethereum-moves.ts';
import type { MovedBy } from './moves.ts';

/** A transaction on Ethereum with all its movements. */
export interface FullTransaction {
  readonly by: MovedBy;
  readonly movements: readonly Movement[];
  readonly stored: StoredEthereumTx;
  readonly crossings: readonly Crossing[];
}

/** Reads what became other assets in transactions, of each once. `fakes`: tokens that imitate others, by byte key. */
export function conversionReader(fakes: ReadonlySet<string>) {
  const conversions = new Map<FullTransaction, readonly Conversion[]>();
  const converted = new Map<FullTransaction, ReturnType<typeof convertedMovements>>();

  /** The movements of a transaction, with those of tokens that imitate others marked. */
  function markedIn({ movements }: FullTransaction): Movement[] {
    return movements.map((movement) =>
      movement.token && fakes.has(byteKey(movement.token)) ? { ...movement, spam: 'fake_token' } : movement,
    );
  }

  function conversionsIn(full: FullTransaction): readonly Conversion[] {
    const found = conversions.get(full) ?? conversionsOfStored(full.stored, markedIn(full));
    conversions.set(full, found);
    return found;
  }

  return {
    /** Returns what movements of a transaction became, or were before. */
    convertedIn(full: FullTransaction): ReturnType<typeof convertedMovements> {
      const found = converted.get(full) ?? convertedMovements(conversionsIn(full), markedIn(full));
      converted.set(full, found);
      return found;
    },

    /** Returns what an account gave and what another one received in a conversion of a transaction. */
    convertedOf(
      full: FullTransaction,
      by: string,
      to: string,
      changed: { readonly gave: string; readonly got: string },
    ) {
      const of = (sides: readonly ConvertedSide[], account: string, asset: string): bigint | undefined => {
        const side = sides.find((each) => addressOf(each.account) === account);
        return side?.parts.find(({ token }) => nameOfToken(token) === asset)?.amount;
      };
      for (const { gave, received } of conversionsIn(full)) {
        const [given, got] = [of(gave, by, changed.gave), of(received, to, changed.got)];
        if (given !== undefined && got !== undefined) return { by: full.by, gave: given, got };
      }
      return undefined;
    },
  };
}
