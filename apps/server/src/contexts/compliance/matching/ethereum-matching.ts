import { toHex } from '@hopscope/chain';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { txMovements } from '../../../ledger/ethereum/accounts/effects.ts';
import type { StoredBlock } from '../../../ledger/ethereum/blocks/stored-block.ts';
import {
  confirm,
  hasOpen,
  type AddressMatch,
  disconnect,
  screenHistories,
  withdraw,
  writeMatches,
} from './matches.ts';
import { confirmMeasures, measuresIn, withdrawMeasures, writeMeasures } from './measures.ts';
import type { EthereumListener } from '../../../ledger/ethereum/listener.ts';
import type { BloomFilter } from './bloom-filter.ts';
import { createWatchlist } from './watchlist.ts';
import { chooseSum, matchRemoteEthereum, type Sum } from './remote-ethereum.ts';

/** Returns the matches of transactions with addresses in the filter. */
export function ethereumMatches(
  blocks: readonly StoredBlock[],
  filter: Pick<BloomFilter, 'mightContain'>,
  isFake: (contract: Uint8Array) => boolean,
): AddressMatch[] {
  const matches: AddressMatch[] = [];
  for (const { row, txs } of blocks) {
    for (const stored of txs) {
      const sums = new Map<string, { key: Uint8Array; assets: Map<string, Sum> }>();
      const add = (key: Uint8Array | null, contract: Uint8Array | null, amount: bigint): void => {
        if (!key || !filter.mightContain(key)) return;
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
        matches.push({
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
  return matches;
}

/** Matches Ethereum transactions with monitored addresses, inside the transaction that changes the ledger. */
export function createEthereumMatching(): EthereumListener {
  const watchlist = createWatchlist('ethereum');
  return {
    async connected(session, blocks, { isFake, facts }) {
      const filter = await watchlist.loadForShare(session);
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
      const measures = measuresIn(blocks, facts);
      await confirmMeasures(session, measures);
      if (!filter) return;
      await writeMatches(session, 'ethereum', ethereumMatches(blocks, filter, isFake));
      await writeMeasures(
        session,
        measures.filter(({ key }) => filter.mightContain(key)),
      );
    },
    loaded: (session) => screenHistories(session, 'ethereum'),
    async disconnected(session, height) {
      await disconnect(session, 'ethereum', height);
      await withdrawMeasures(session, height);
    },
    async reversed(session, transactions) {
      if (!(await hasOpen(session, 'ethereum'))) return;
      await withdraw(
        session,
        'ethereum',
        transactions.map(({ txid, by }) => ({ txid, because: 'conflict', by })),
      );
    },
    historyStored: matchRemoteEthereum,
  };
}
