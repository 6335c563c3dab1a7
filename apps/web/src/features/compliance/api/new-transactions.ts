import { complianceEndpoints, type ComplianceTransaction } from '@hopscope/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useServices } from '../../../lib/services.ts';
import type { LiveMessage } from '../../../lib/stream/live-stream.ts';
import { freshRows } from '../model/fresh-rows.ts';
import type { TransactionQuery } from '../model/transaction-query.ts';
import { listKey } from './transactions.ts';

const { countComplianceTransactions, getComplianceTransaction, listComplianceTransactions } =
  complianceEndpoints;
/** Minimum time between reloads in milliseconds: many events may arrive in one second. */
const calmMs = 1_000;
/** Polling interval in milliseconds: decisions of colleagues send no message. */
const lookMs = 10_000;

interface Page {
  transactions: ComplianceTransaction[];
  total: number;
  belowThreshold: number;
}

/** Runs `look` periodically: at once on a related message, but at most once per interval. */
function whenever(look: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const flush = (): void => {
    again = false;
    look();
    timer = setTimeout(() => {
      timer = undefined;
      if (again) flush();
    }, calmMs);
  };
  const regular = setInterval(() => document.hidden || look(), lookMs);
  return {
    now(): void {
      if (timer === undefined) flush();
      else again = true;
    },
    stop(): void {
      clearTimeout(timer);
      clearInterval(regular);
    },
  };
}

const concerns = (message: LiveMessage, organizationId: string): boolean =>
  message.type === 'compliance'
    ? message.data.organizationId === organizationId
    : message.type === 'reorganization' || message.type === 'reset';

/**
 * Keeps a shown page up to date: shown rows change in place; new ones are counted and added on request, so that rows don't move
 * under the pointer.
 */
export function useNewTransactions(organizationId: string, query: TransactionQuery) {
  const { api, live } = useServices();
  const queries = useQueryClient();
  const [waiting, setWaiting] = useState<{ asked: string; page: Page; added: number }>();
  // Equal queries are the same query.
  const asked = JSON.stringify(query);

  useEffect(() => {
    const abort = new AbortController();
    const wanted = JSON.parse(asked) as TransactionQuery;
    const key = listKey(organizationId, wanted);
    /** Set by a reorganization until the list has been read again. */
    let branchChanged = false;

    async function look(): Promise<void> {
      if (!queries.getQueryData<Page>(key)) return;
      const reorganized = branchChanged;
      void queries.invalidateQueries({ queryKey: [countComplianceTransactions.id] });
      // The open transaction may no longer be in the list, for example after it was assigned.
      void queries.invalidateQueries({ queryKey: [getComplianceTransaction.id, organizationId] });
      const { data, total, belowThreshold } = await api(
        listComplianceTransactions,
        { query: wanted },
        { signal: abort.signal, organizationId },
      );
      const shown = queries.getQueryData<Page>(key);
      if (!shown) return;
      const page = { transactions: data.transactions, total, belowThreshold };
      const { rows, added, gone } = freshRows(shown, page);
      // An empty list can't move. After a reorganization, a row that is gone may have disappeared with its block.
      const whole = shown.transactions.length === 0 || (reorganized && gone);
      if (reorganized) branchChanged = false;
      queries.setQueryData<Page>(key, whole ? page : { ...shown, transactions: rows });
      setWaiting(!whole && added > 0 ? { asked, page, added } : undefined);
    }

    // A failed reload is ignored: the content stays until the next one.
    const views = whenever(() => void look().catch(() => undefined));
    const stop = live.onMessage((message) => {
      if (!concerns(message, organizationId)) return;
      if (message.type !== 'compliance') branchChanged = true;
      views.now();
    });
    return () => {
      abort.abort();
      stop();
      views.stop();
    };
  }, [api, asked, live, organizationId, queries]);

  const current = waiting?.asked === asked ? waiting : undefined;
  return {
    added: current?.added ?? 0,
    show() {
      if (!current) return;
      queries.setQueryData<Page>(listKey(organizationId, query), current.page);
      setWaiting(undefined);
    },
  };
}
