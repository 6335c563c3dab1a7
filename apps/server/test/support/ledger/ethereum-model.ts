import {
  internalTransfers,
  isFakeToken,
  type Movement,
  movementsOfBlock,
  movementsOfTransaction,
  blockRewards,
  sumFees,
  toHex,
} from '@hopscope/chain';
import type { EthereumBundle } from '../../../src/ledger/ethereum/blocks/bundle.ts';
import type { Random } from '../survival/random.ts';
import {
  addressOf,
  type BlockParts,
  erc20,
  forwarded,
  frozen,
  unfrozen,
  erc721,
  makeBundle,
  nobody,
  type TxParts,
} from '../sources/ethereum-blocks.ts';

export interface ModelRow {
  readonly position: number;
  readonly movement: number;
  readonly direction: 'in' | 'out' | 'self';
  readonly amount: bigint;
  readonly spam: Movement['spam'];
  /** Hex of the contract, or `ether`. */
  readonly asset: string;
}

/** Computes the effects of blocks on every address, block by block in the simplest way. */
export function modelOf(
  bundles: readonly EthereumBundle[],
  chainId: bigint,
  facts: ReadonlyMap<string, { name: string | null; symbol: string | null }>,
): Map<string, ModelRow[]> {
  const rows = new Map<string, ModelRow[]>();
  const ascending = [...bundles].sort((a, b) => a.block.header.number - b.block.header.number);
  const isFake = (token: Uint8Array): boolean =>
    isFakeToken(token, facts.get(toHex(token)) ?? { name: null, symbol: null }, chainId);
  for (const { block, receipts, uncles, traces } of ascending) {
    const { header, transactions, withdrawals } = block;
    const transfers = traces && internalTransfers(traces, header);
    transactions.forEach((tx, i) => {
      const receipt = receipts[i];
      if (!receipt) throw new Error('No receipt');
      const internal = transfers?.filter(({ transactionIndex }) => transactionIndex === i) ?? null;
      const failed = receipt.success === false;
      note(
        rows,
        header.number * 2 ** 17 + i,
        movementsOfTransaction({ tx, receipt, header, failed, internal, isFake }),
      );
    });
    const rewards = blockRewards(header, uncles, { byzantium: 0, constantinople: 0 });
    const { tip: tips } = sumFees(receipts, header);
    note(
      rows,
      header.number * 2 ** 17 + 2 ** 17 - 1,
      movementsOfBlock({ header, rewards, tips, withdrawals }),
    );
  }
  return rows;
}

function note(rows: Map<string, ModelRow[]>, position: number, movements: readonly Movement[]): void {
  movements.forEach(({ from, to, token, amount, spam }, movement) => {
    const put = (address: Uint8Array, direction: ModelRow['direction']): void => {
      const name = toHex(address);
      const row = { position, movement, direction, amount, spam, asset: token ? toHex(token) : 'ether' };
      rows.set(name, [...(rows.get(name) ?? []), row]);
    };
    if (from && to && toHex(from) === toHex(to)) put(from, 'self');
    else {
      if (from) put(from, 'out');
      if (to) put(to, 'in');
    }
  });
}

const people = Array.from({ length: 12 }, (_, i) => addressOf(i + 1));
const tokens = Array.from({ length: 4 }, (_, i) => addressOf(0x7000 + i));
const collectible = addressOf(0x7100);

/** Tokens of random blocks; the last one imitates another. */
export const tokenFacts = [...tokens, collectible].map((contract, i) => ({
  contract,
  standard: i === 4 ? ('erc721' as const) : ('erc20' as const),
  name: null,
  symbol: i === 3 ? 'UЅDT' : `TOK${i}`,
  decimals: 18,
}));

const amounts = [0n, 1n, 1000n, 10n ** 18n, 2n ** 64n - 1n, 2n ** 64n, 2n ** 256n - 1n];

function randomTx(random: Random): TxParts {
  const from = random.pick(people);
  const kind = random.below(8);
  const nonce = BigInt(random.below(1_000_000));
  if (kind === 0) {
    return { from, to: null, nonce, contract: addressOf(0x8000 + random.below(50)), input: random.bytes(40) };
  }
  const to = random.pick(people);
  const other = random.pick(people);
  const value = random.pick(amounts.slice(0, 5));
  if (kind === 1) return { from, to, value, nonce, failed: true };
  if (kind < 4) return { from, to, value, nonce };
  if (kind === 7 && random.chance(0.3)) {
    // What it says is seldom wrong.
    const logs = [forwarded(to, from, random.chance(0.8) ? value : 1n)];
    return {
      from,
      to,
      value,
      nonce,
      logs,
      frames: [{ path: [0], from: to, to: other, value, failed: false }],
    };
  }
  const count = random.below(6);
  const logs = Array.from({ length: count }, (_, i) => {
    const [a, b] = [random.pick([...people, nobody]), random.pick([...people, nobody])];
    if (random.chance(0.1)) return (random.chance(0.5) ? frozen : unfrozen)(random.pick(tokens), a);
    return random.chance(0.2)
      ? erc721(collectible, a, b, BigInt(i))
      : erc20(random.pick(tokens), a, b, random.pick(amounts));
  });
  const frames = Array.from({ length: random.below(4) }, (_, i) => ({
    path: [i],
    from: to,
    to: random.pick(people),
    value: random.pick(amounts.slice(0, 4)),
    failed: random.chance(0.2),
  }));
  return { from, to, value, nonce, input: random.bytes(68), logs, frames };
}

/** Creates a block of random transactions between few accounts, so that their lists grow long. */
export function randomBlock(
  random: Random,
  place: Pick<BlockParts, 'height' | 'parentHash' | 'time'> & { txs?: number },
): EthereumBundle {
  const proofOfWork = random.chance(0.3);
  return makeBundle({
    height: place.height,
    parentHash: place.parentHash,
    ...(place.time !== undefined && { time: place.time }),
    miner: random.pick(people),
    difficulty: proofOfWork ? 5n : 0n,
    txs: Array.from({ length: random.below(place.txs ?? 8) }, () => randomTx(random)),
    withdrawals: Array.from({ length: random.below(3) }, (_, i) => ({
      index: BigInt(i),
      validatorIndex: 9n,
      address: random.pick(people),
      amount: BigInt(random.below(1000)) * 1_000_000_000n,
    })),
    tokens: tokenFacts,
  });
}
