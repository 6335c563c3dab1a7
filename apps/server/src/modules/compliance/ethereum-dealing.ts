import type { Movement } from '@hopscope/chain';
import type { EthereumBlockRow, StoredEthereumTx } from '../../ledger/ethereum/model.ts';
import { byteKey } from '../../ledger/shared/byte-keys.ts';
import { movementsOfStored } from '../blockchain/ethereum-transaction.presenter.ts';
import { type Dealing, largestFirst, sumByKey } from './parties.ts';

/** Whether a movement is one of the asset, and moves something; `contract` null is ether. */
function isOf({ kind, token, tokenId, amount, spam }: Movement, contract: Uint8Array | null): boolean {
  if (kind === 'fee' || spam || tokenId !== null || amount === 0n) return false;
  return contract === null ? token === null : token !== null && byteKey(token) === byteKey(contract);
}

/** Whom a monitored account dealt with in a transaction: all that moved of one asset to it, or from it. */
export function ethereumDealing(
  stored: StoredEthereumTx,
  block: EthereumBlockRow,
  { own, direction, contract }: { own: Uint8Array; direction: 'in' | 'out'; contract: Uint8Array | null },
): Dealing {
  const name = byteKey(own);
  const isOwn = (key: Uint8Array | null): boolean => key !== null && byteKey(key) === name;
  let whole = true;
  const sides = movementsOfStored(stored, block).flatMap((movement) => {
    const { from, to, amount } = movement;
    const [near, far] = direction === 'in' ? [to, from] : [from, to];
    if (!isOf(movement, contract) || !isOwn(near) || isOwn(far)) return [];
    // New coins come from nobody, and burnt ones go to nobody.
    whole &&= far !== null;
    return [{ key: far ?? undefined, value: amount }];
  });
  return {
    parties: largestFirst(sumByKey(sides).values()).map(({ key, value }) => ({ key, amount: value })),
    whole,
    senders: [stored.tx.from],
  };
}
