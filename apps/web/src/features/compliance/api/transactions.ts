import { complianceEndpoints, type ComplianceTransaction } from '@hopscope/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toApiError } from '../../../lib/api/api-error.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';
import { freshRows } from '../model/fresh-rows.ts';
import type { TransactionQuery } from '../model/transaction-query.ts';

const {
  assignComplianceTransaction,
  assignComplianceTransactions,
  changeComplianceStatus,
  countComplianceTransactions,
  getComplianceTransaction,
  listComplianceTransactions,
  takeNextComplianceTransaction,
} = complianceEndpoints;
/** Specification section 9: the list is fresh for two minutes, unless something is told of. */
const listFreshMs = 120_000;
/** Many things may happen in one second; the list is looked at again this often at most. */
const calmMs = 1_000;
/** Scores come, and colleagues decide, without a block that would tell of it. */
const lookMs = 10_000;

const listKey = (organizationId: string, query: TransactionQuery) => [
  listComplianceTransactions.id,
  organizationId,
  query,
];

/** A page of transactions. */
export function useTransactions(organizationId: string, query: TransactionQuery) {
  const { api } = useServices();
  return useQuery({
    queryKey: listKey(organizationId, query),
    staleTime: listFreshMs,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { data, total, below } = await api(
        listComplianceTransactions,
        { query },
        { signal, organizationId },
      );
      return { transactions: data.transactions, total, below };
    },
  });
}

/** Runs `look` when something happens, at once and then at most once in a while. */
function useHappenings(look: () => void): void {
  const { live } = useServices();
  useEffect(() => {
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
    const stop = live.onMessage(({ type }) => {
      if (type === 'sources') return;
      if (timer === undefined) flush();
      else again = true;
    });
    const regular = setInterval(() => document.hidden || look(), lookMs);
    return () => {
      stop();
      clearTimeout(timer);
      clearInterval(regular);
    };
  }, [live, look]);
}

type Page = { transactions: ComplianceTransaction[]; total: number; below: number };

/**
 * Keeps a shown page true while things happen: rows that are shown change in place, new ones are counted and come in when
 * they are asked for, so that nothing jumps under somebody's pointer.
 */
export function useNewTransactions(organizationId: string, query: TransactionQuery) {
  const { api } = useServices();
  const queries = useQueryClient();
  const key = JSON.stringify(listKey(organizationId, query));
  const [waiting, setWaiting] = useState<{ key: string; page: Page; added: number }>();

  const [look] = useState(() => ({ run: () => undefined as void }));
  useEffect(() => {
    const abort = new AbortController();
    const own = JSON.parse(key) as [string, string, TransactionQuery];
    const read = async (): Promise<void> => {
      const shown = queries.getQueryData<Page>(own);
      if (!shown) return;
      void queries.invalidateQueries({ queryKey: [countComplianceTransactions.id] });
      const { data, total, below } = await api(
        listComplianceTransactions,
        { query: own[2] },
        { signal: abort.signal, organizationId: own[1] },
      );
      const page = { transactions: data.transactions, total, below };
      const { rows, changed, added } = freshRows(shown, page);
      for (const id of changed)
        void queries.invalidateQueries({ queryKey: [getComplianceTransaction.id, own[1], id] });
      // Where nothing is shown, nothing can jump.
      if (shown.transactions.length === 0) queries.setQueryData<Page>(own, page);
      else {
        queries.setQueryData<Page>(own, { ...shown, transactions: rows });
        setWaiting(added > 0 ? { key, page, added } : undefined);
      }
    };
    look.run = () => void read().catch(() => undefined);
    return () => abort.abort();
  }, [api, key, look, queries]);
  const [run] = useState(() => () => look.run());
  useHappenings(run);

  const current = waiting?.key === key ? waiting : undefined;
  return {
    added: current?.added ?? 0,
    show() {
      if (!current) return;
      queries.setQueryData<Page>(JSON.parse(key) as readonly unknown[], current.page);
      setWaiting(undefined);
    },
  };
}

/** A transaction with everything that happened to it. */
export function useTransaction(organizationId: string, id: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [getComplianceTransaction.id, organizationId, id],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api(getComplianceTransaction, { params: { id } }, { signal, organizationId })).data,
  });
}

const changes = [listComplianceTransactions, countComplianceTransactions, getComplianceTransaction];

export const useAssign = (organizationId: string) =>
  useCall(assignComplianceTransaction, { organizationId, changes });
export const useAssignMany = (organizationId: string) =>
  useCall(assignComplianceTransactions, { organizationId, changes });
export const useDecide = (organizationId: string) =>
  useCall(changeComplianceStatus, { organizationId, changes });
export const useTakeNext = (organizationId: string) =>
  useCall(takeNextComplianceTransaction, { organizationId, changes });

/** Whether a call was refused because somebody else was faster. */
export const changedMeanwhile = (thrown: Error): boolean => toApiError(thrown).code === 'changed_meanwhile';
