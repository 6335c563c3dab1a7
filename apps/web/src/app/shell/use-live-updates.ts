import {
  alertEndpoints,
  type Blockchain,
  complianceEndpoints,
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

/** Minimum time between refreshes, in milliseconds: many blocks per second arrive while history is loaded. */
const calmMs = 1_000;

type Transaction = CallOutput<typeof getTransaction>['data'];

/** Reloads what new blocks change: heights, confirmations, the highest blocks. */
function refreshTip(queries: QueryClient, chain: Blockchain): void {
  void queries.invalidateQueries({ queryKey: [getLedgerStatus.id, chain] });
  void queries.invalidateQueries({ queryKey: ['latestBlocks', chain] });
  void queries.invalidateQueries({ queryKey: [getBlock.id, chain] });
  void queries.invalidateQueries({
    queryKey: [getTransaction.id],
    // The data of the query was validated on arrival.
    predicate: ({ state }) => changesWithBlocks(state.data as Transaction | undefined),
  });
  void queries.invalidateQueries({ queryKey: [listUnconfirmed.id] });
}

/** Reloads the counters of the navigation. */
function refreshCounters(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: [complianceEndpoints.countComplianceTransactions.id] });
  void queries.invalidateQueries({
    predicate: ({ queryKey: [id, , part] }) => id === alertEndpoints.listAlerts.id && part === 'counter',
  });
}

const same = (one: unknown, other: string): boolean =>
  typeof one === 'string' && one.toLowerCase() === other.toLowerCase();

/** Updates totals in place; lists stay until the person requests the new rows. */
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

/** Returns chains whose shown height differs from the one that the source reports. */
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

/** Reloads everything except the list of the Screener, which subscribes itself: it changes its rows in place, withdrawn ones too. */
function refreshAll(queries: QueryClient): void {
  const { id } = complianceEndpoints.listComplianceTransactions;
  void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== id });
  void queries.invalidateQueries({ queryKey: [id], refetchType: 'none' });
}

/** What is refreshed together: what depends on a chain, or the counters. */
type Part = Blockchain | 'counters';

/** Refreshes changed parts together: at once, then at most once per interval. */
function createCalm(refresh: (part: Part) => void) {
  const waiting = new Set<Part>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    timer = waiting.size > 0 ? setTimeout(flush, calmMs) : undefined;
    for (const part of waiting) refresh(part);
    waiting.clear();
  };
  return {
    add(part: Part): void {
      waiting.add(part);
      if (timer === undefined) flush();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Connects the page to the live stream while it is visible, and keeps its content up to date; not unless `allowed`. */
export function useLiveUpdates(allowed: boolean): void {
  const { live } = useServices();
  const queries = useQueryClient();
  useEffect(() => {
    const calm = createCalm((part) =>
      part === 'counters' ? refreshCounters(queries) : refreshTip(queries, part),
    );
    const take = (message: LiveMessage): void => {
      switch (message.type) {
        case 'blocks':
          return calm.add(message.data.blockchain);
        case 'address':
          return refreshAddress(queries, message.data.address);
        case 'sources':
          for (const chain of outdated(queries, message.data)) calm.add(chain);
          return showSources(queries, message.data);
        // The Screener subscribes itself: its lists stay until the person requests new rows.
        case 'compliance':
          return calm.add('counters');
        // So do the pages of cases.
        case 'cases':
          return;
        // The content may be of disconnected blocks, or many events were missed.
        case 'reorganization':
        case 'reset':
          return refreshAll(queries);
      }
    };
    const stop = live.onMessage(take);
    // A hidden page needs no connection: browsers allow only a few per server. The stream resumes where it stopped.
    const look = (): void => live.want(allowed && !document.hidden);
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      stop();
      calm.stop();
      document.removeEventListener('visibilitychange', look);
      live.want(false);
    };
  }, [live, queries, allowed]);
}
