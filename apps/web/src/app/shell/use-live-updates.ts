import {
  type Blockchain,
  getAddress,
  getAddressActivity,
  getAddressBalanceHistory,
  getBlock,
  getHealth,
  getLedgerStatus,
  getStatus,
  getTransaction,
  listAddressAssets,
  listAddressTransactions,
  listAddressUnconfirmed,
  listUnconfirmed,
  type CallOutput,
} from '@hopscope/contract';
import { blockchains } from '@hopscope/domain';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useServices } from '../../lib/services.ts';
import type { LiveMessage } from '../../lib/stream/live-stream.ts';
import { changesWithBlocks } from './changes-with-blocks.ts';

/** Blocks may come many a second while history is loaded; pages are asked again this often at most. */
const calmMs = 1_000;

type Transaction = CallOutput<typeof getTransaction>['data'];

/** Asks again for what new blocks change where it is shown: heights, confirmations, the highest blocks. */
function refreshTip(queries: QueryClient, chain: Blockchain): void {
  void queries.invalidateQueries({ queryKey: [getLedgerStatus.id, chain] });
  void queries.invalidateQueries({ queryKey: ['latestBlocks', chain] });
  void queries.invalidateQueries({ queryKey: [getBlock.id, chain] });
  void queries.invalidateQueries({
    queryKey: [getTransaction.id],
    // What the query holds was checked when it came.
    predicate: ({ state }) => changesWithBlocks(state.data as Transaction | undefined),
  });
  void queries.invalidateQueries({ queryKey: [listUnconfirmed.id] });
}

const same = (one: unknown, other: string): boolean =>
  typeof one === 'string' && one.toLowerCase() === other.toLowerCase();

/** Totals move on in place; lists stay as they are until somebody asks for the new rows. */
function refreshAddress(queries: QueryClient, address: string): void {
  const of =
    (id: string) =>
    ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
      queryKey[0] === id && same(queryKey[1], address);
  void queries.invalidateQueries({ predicate: of(getAddress.id) });
  void queries.invalidateQueries({ predicate: of(getAddressActivity.id) });
  void queries.invalidateQueries({ predicate: of(getAddressBalanceHistory.id) });
  void queries.invalidateQueries({ predicate: of(listAddressAssets.id) });
  void queries.invalidateQueries({ predicate: of(listAddressUnconfirmed.id) });
  void queries.invalidateQueries({ predicate: of(listAddressTransactions.id), refetchType: 'none' });
}

type Reports = CallOutput<typeof getStatus>['data'];

/** Chains whose height that is shown is another than that which the source reports. */
function outdated(queries: QueryClient, reports: Reports): Blockchain[] {
  return blockchains.filter((chain) => {
    const shown = queries.getQueryData<{ tip: { number: number } | null }>([getLedgerStatus.id, chain]);
    return shown !== undefined && (shown.tip?.number ?? null) !== reports[chain].height;
  });
}

function showSources(queries: QueryClient, data: Reports): void {
  queries.setQueryData<CallOutput<typeof getStatus>>([getStatus.id], (known) => known && { ...known, data });
  void queries.invalidateQueries({ queryKey: [getHealth.id] });
}

/** Chains that changed are refreshed together, at once and then at most once in a while. */
function createCalm(refresh: (chain: Blockchain) => void) {
  const waiting = new Set<Blockchain>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    timer = waiting.size > 0 ? setTimeout(flush, calmMs) : undefined;
    for (const chain of waiting) refresh(chain);
    waiting.clear();
  };
  return {
    add(chain: Blockchain): void {
      waiting.add(chain);
      if (timer === undefined) flush();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Connects the page to what happens while it can be seen, and keeps what it shows up to date. */
export function useLiveUpdates(): void {
  const { live } = useServices();
  const queries = useQueryClient();
  useEffect(() => {
    const calm = createCalm((chain) => refreshTip(queries, chain));
    const take = (message: LiveMessage): void => {
      switch (message.type) {
        case 'blocks':
          return calm.add(message.data.blockchain);
        case 'address':
          return refreshAddress(queries, message.data.address);
        case 'sources':
          for (const chain of outdated(queries, message.data)) calm.add(chain);
          return showSources(queries, message.data);
        // The Screener listens by itself: its lists stay until somebody asks for what is new.
        case 'compliance':
        // So do the pages of cases.
        case 'cases':
          return;
        // What is shown may be of blocks that are gone, or many things have passed unseen.
        case 'reorganization':
        case 'reset':
          return void queries.invalidateQueries();
      }
    };
    const stop = live.onMessage(take);
    // A hidden page needs no connection: browsers allow few to one server. It goes on where it was.
    const look = (): void => live.want(!document.hidden);
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      stop();
      calm.stop();
      document.removeEventListener('visibilitychange', look);
      live.want(false);
    };
  }, [live, queries]);
}
