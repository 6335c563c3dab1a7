import type { Movement } from '@hopscope/chain';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { type CounterpartyFlow, largestFirst, sumByKey } from './parties.ts';

/** Fields of a movement that identify counterparties. */
export type Move = Pick<Movement, 'from' | 'to' | 'token' | 'tokenId' | 'amount'> & {
  readonly kind: string;
  readonly spam: unknown;
};

/** Whether a movement is one of the asset, and moves something; `contract` null is ether. */
function isOf({ kind, token, tokenId, amount, spam }: Move, contract: Uint8Array | null): boolean {
  if (kind === 'fee' || spam || tokenId !== null || amount === 0n) return false;
  return contract === null ? token === null : token !== null && byteKey(token) === byteKey(contract);
}

/** Net amount of an asset received or sent by an account. */
export interface AssetMove {
  /** Null: ether. */
  readonly contract: Uint8Array | null;
  readonly direction: 'in' | 'out';
  readonly amount: bigint;
}

/**
 * Returns the effects of a transaction on a monitored account besides the asset of its row: ether first, then tokens in
 * order. Ignores fees, unique tokens, and transfers that look fabricated.
 */
export function otherMoves(
  moves: readonly Move[],
  { own, contract }: { own: Uint8Array; contract: Uint8Array | null },
): AssetMove[] {
  const name = byteKey(own);
  const sums = new Map<string, { contract: Uint8Array | null; amount: bigint }>([
    ['', { contract: null, amount: 0n }],
  ]);
  for (const movement of moves) {
    const { from, to, token, amount } = movement;
    if (!isOf(movement, token)) continue;
    const asset = token ? byteKey(token) : '';
    const sum = sums.get(asset) ?? { contract: token, amount: 0n };
    sums.set(asset, sum);
    if (from && byteKey(from) === name) sum.amount -= amount;
    if (to && byteKey(to) === name) sum.amount += amount;
  }
  sums.delete(contract ? byteKey(contract) : '');
  return [...sums.values()].flatMap(({ contract: of, amount }) => {
    if (amount === 0n) return [];
    return [
      amount > 0n
        ? { contract: of, direction: 'in', amount }
        : { contract: of, direction: 'out', amount: -amount },
    ];
  });
}

/** Whom a monitored account dealt with in a transaction: all that moved of one asset to it, or from it. `sender`: of the transaction. */
export function ethereumFlow(
  moves: readonly Move[],
  {
    own,
    direction,
    contract,
    sender,
  }: {
    own: Uint8Array;
    direction: 'in' | 'out';
    contract: Uint8Array | null;
    sender: Uint8Array | undefined;
  },
): CounterpartyFlow {
  const name = byteKey(own);
  const isOwn = (key: Uint8Array | null): boolean => key !== null && byteKey(key) === name;
  let isComplete = true;
  const sides = moves.flatMap((movement) => {
    const { from, to, amount } = movement;
    const [near, far] = direction === 'in' ? [to, from] : [from, to];
    if (!isOf(movement, contract) || !isOwn(near) || isOwn(far)) return [];
    // Newly created coins have no sender, and burned ones no recipient.
    isComplete &&= far !== null;
    return [{ key: far ?? undefined, value: amount }];
  });
  return {
    parties: largestFirst(sumByKey(sides).values()).map(({ key, value }) => ({ key, amount: value })),
    isComplete,
    senders: sender ? [sender] : [],
  };
}
