import type { EthereumMovementView } from '@hopscope/contract';
import type { EthereumBlockchain } from '../ethereum/ethereum.service.ts';
import type { Histories, Newest, Passage } from './address-history.ts';
import { moved } from './bitcoin-histories.ts';

const portion = 500;

function passageOf(row: EthereumMovementView, address: string): Passage {
  const { direction } = row;
  const amount = direction === 'in' ? BigInt(row.received) : direction === 'out' ? BigInt(row.spent) : 0n;
  const remote = { txid: row.txid, block: row.block, direction, amount, together: [] };
  const nothing = { parts: [], fees: 0n, other: 0n, unknown: 0n };
  if (direction === 'self') return { ...remote, ...nothing };
  // Fees of a sender have no recipient; rewards and withdrawals have no sender.
  if (row.kind === 'fee' || row.kind === 'reward' || row.kind === 'withdrawal')
    return { ...remote, ...nothing, fees: amount };
  const side = direction === 'in' ? row.from : row.to;
  if (side === null || side.toLowerCase() === address.toLowerCase())
    return { ...remote, ...nothing, other: amount };
  return { ...remote, ...nothing, parts: [{ key: side, amount }] };
}

/**
 * Opens histories of Ethereum addresses: movements of one asset (`ether` or a token contract), without those marked as
 * spam.
 */
export function createEthereumHistories(
  ethereum: EthereumBlockchain,
  { asset, remote }: { asset: string; remote: boolean },
): Histories {
  return {
    async open(text) {
      const { address } = await ethereum.address(text);
      const query = { limit: portion, hidden: false, asset };
      const { pagination, coverage } = await ethereum.addressMovements(address, {
        ...query,
        page: 1,
        limit: 1,
      });
      const { tip } = await ethereum.status();
      const storedCount = 'history' in coverage ? (coverage.history?.stored ?? '') : '';
      async function* passages(most: number): AsyncGenerator<Passage[], void, undefined> {
        let oldest = Number.POSITIVE_INFINITY;
        let total: number | undefined;
        for (let page = 1; (page - 1) * portion < most; page++) {
          const found = await ethereum.addressMovements(address, { ...query, page });
          total ??= found.pagination.totalTxs;
          if (found.pagination.totalTxs < total) throw moved();
          // New rows since the first batch have shifted some rows to the next page.
          const rows = found.txs.filter(({ sequence }) => sequence < oldest);
          if (found.txs.length === 0) return;
          oldest = Math.min(oldest, ...rows.map(({ sequence }) => sequence));
          yield rows.slice(0, most - (page - 1) * portion).map((row) => passageOf(row, address));
        }
      }
      return {
        address,
        key: address,
        total: pagination.totalTxs,
        coverage,
        state: `${tip?.hash ?? ''} ${pagination.totalTxs} ${storedCount}`,
        addressOf: (key) => key,
        passages,
      };
    },
    async newest(keys, most) {
      const found: Newest[] = [];
      // With a remote provider, each would be a request.
      for (const key of remote ? [] : keys) {
        const query = { page: 1, limit: most, hidden: false, asset };
        const { txs, pagination } = await ethereum.addressMovements(key, query);
        found.push({ key, total: pagination.totalTxs, passages: txs.map((row) => passageOf(row, key)) });
      }
      return found;
    },
  };
}
