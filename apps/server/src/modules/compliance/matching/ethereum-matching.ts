import { toHex } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { txMovements } from '../../../ledger/ethereum/effects.ts';
import type { StoredBlock } from '../../../ledger/ethereum/stored-block.ts';
import { confirm, hasOpen, type Hit, takeBack, withdraw, writeHits } from './matches.ts';
import type { KeyFilter } from './key-filter.ts';
import { createMonitoredKeys } from './monitored-keys.ts';

export type Sum = { contract: Uint8Array | undefined; amount: bigint };

/**
 * What a transaction did to an address, as one hit: what came in of ether, else of the first token that did; else what went out in the same
 * order. Fees, unique tokens (ERC-721, ERC-1155) and transfers that look made up do not count.
 */
export function chooseSum(sums: readonly Sum[]): { direction: Hit['direction']; sum: Sum } | undefined {
  const byEther = [...sums].sort(
    (a, b) => Number(a.contract !== undefined) - Number(b.contract !== undefined),
  );
  const came = byEther.find(({ amount }) => amount > 0n);
  if (came) return { direction: 'in', sum: came };
  const went = byEther.find(({ amount }) => amount < 0n);
  return went && { direction: 'out', sum: { ...went, amount: -went.amount } };
}

/** What transactions did to the addresses that a filter holds. */
export function ethereumHits(
  blocks: readonly StoredBlock[],
  filter: Pick<KeyFilter, 'mayHold'>,
  isFake: (contract: Uint8Array) => boolean,
): Hit[] {
  const hits: Hit[] = [];
  for (const { row, txs } of blocks) {
    for (const stored of txs) {
      const sums = new Map<string, { key: Uint8Array; assets: Map<string, Sum> }>();
      const add = (key: Uint8Array | null, contract: Uint8Array | null, amount: bigint): void => {
        if (!key || !filter.mayHold(key)) return;
        const name = byteKey(key);
        const own = sums.get(name) ?? { key, assets: new Map<string, Sum>() };
        sums.set(name, own);
        const asset = contract ? byteKey(contract) : '';
        const sum = own.assets.get(asset) ?? { contract: contract ?? undefined, amount: 0n };
        own.assets.set(asset, sum);
        sum.amount += amount;
      };
      for (const movement of txMovements(stored, row, isFake)) {
        const { kind, from, to, token, tokenId, amount, spam } = movement;
        if (kind === 'fee' || spam || tokenId !== null || amount === 0n) continue;
        add(from, token, -amount);
        add(to, token, amount);
      }
      for (const { key, assets } of sums.values()) {
        const chosen = chooseSum([...assets.values()]);
        if (!chosen) continue;
        hits.push({
          key,
          txid: toHex(stored.tx.hash),
          direction: chosen.direction,
          contract: chosen.sum.contract,
          amount: chosen.sum.amount,
          height: row.height,
          at: row.header.time * 1000,
        });
      }
    }
  }
  return hits;
}

/** Screens Ethereum transactions against monitored addresses, inside the transaction that changes the ledger. */
export interface EthereumScreening {
  appended(
    session: SqlSession,
    blocks: readonly StoredBlock[],
    isFake: (contract: Uint8Array) => boolean,
  ): Promise<void>;
  takenBack(session: SqlSession, height: number): Promise<void>;
  /** Transactions that were taken out can never come back: others have their nonces. Hashes in hex. */
  reversed(
    session: SqlSession,
    transactions: readonly { readonly txid: string; readonly by: string }[],
  ): Promise<void>;
}

export function createEthereumScreening(): EthereumScreening {
  const keys = createMonitoredKeys('ethereum');
  return {
    async appended(session, blocks, isFake) {
      const filter = await keys.claim(session);
      if (await hasOpen(session, 'ethereum')) {
        await confirm(
          session,
          'ethereum',
          blocks.flatMap(({ row, txs }) =>
            txs.map(({ tx }) => ({
              txid: toHex(tx.hash),
              height: row.height,
              at: row.header.time * 1000,
            })),
          ),
        );
      }
      if (filter) await writeHits(session, 'ethereum', ethereumHits(blocks, filter, isFake));
    },
    takenBack: (session, height) => takeBack(session, 'ethereum', height),
    async reversed(session, transactions) {
      if (!(await hasOpen(session, 'ethereum'))) return;
      await withdraw(
        session,
        'ethereum',
        transactions.map(({ txid, by }) => ({ txid, because: 'conflict', by })),
      );
    },
  };
}
