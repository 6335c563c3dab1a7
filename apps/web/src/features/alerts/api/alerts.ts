import {
  type Alert as ServerAlert,
  alertEndpoints,
  alertLimits,
  organizationEndpoints,
} from '@hopscope/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServerHealth } from '../../../lib/server-health.ts';
import { useServices } from '../../../lib/services.ts';
import {
  type Alert,
  alertsPageSize,
  filterAlerts,
  pageOf,
  readSort,
  sortAlerts,
} from '../model/alert-list.ts';
import type { AlertListView } from '../model/alerts-view.ts';
import { sampleAlerts } from '../model/sample-alerts.ts';

const { acknowledgeAlert, acknowledgeAlerts, assignAlert, listAlertGroups, listAlerts } = alertEndpoints;
const { listMembers } = organizationEndpoints;
const changes = [listAlerts, listAlertGroups];

/** A page of a list of alerts. */
export interface AlertPage {
  /** Sample data: the organization has no alerts yet. */
  sample: boolean;
  alerts: readonly Alert[];
  /** Total without search. */
  all: number;
  /** Total of matches. */
  total: number;
  page: number;
  pages: number;
}

function alertOf(alert: ServerAlert): Alert {
  const { _id: id, type, severity, message, status, timestamp } = alert;
  return { id, type, severity, message, status, timestamp: Date.parse(timestamp) / 1000, own: alert };
}

function samplePage(view: AlertListView, status: Alert['status'] | undefined): AlertPage {
  const all = sampleAlerts.filter((alert) => status === undefined || alert.status === status);
  const stored = filterAlerts(all, view);
  const { page, pages, rows } = pageOf(sortAlerts(stored, view.sort), view.page ?? 1);
  return { sample: true, alerts: rows, all: all.length, total: stored.length, page, pages };
}

/** Reads alerts of the organization; on the demo network, samples if it has none yet. */
export function useAlertPage(organizationId: string, view: AlertListView, status?: Alert['status']) {
  const { api } = useServices();
  const { data: health } = useServerHealth();
  const { column, descending } = readSort(view.sort);
  const asked = {
    sortBy: column,
    sortOrder: descending ? ('desc' as const) : ('asc' as const),
    page: view.page ?? 1,
    limit: alertsPageSize,
    ...(view.search !== undefined && { search: view.search }),
    ...(view.severity !== undefined && { severity: view.severity }),
    ...(status !== undefined && { status }),
  };
  const { data, error, refetch } = useQuery({
    queryKey: [listAlerts.id, organizationId, asked],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api(listAlerts, { query: asked }, { signal, organizationId }),
  });
  if (!data || (data.counts.all === 0 && !health)) return { data: undefined, error, refetch };
  if (data.counts.all === 0 && health?.bitcoin.source === 'demo') {
    return { data: samplePage(view, status), error: null, refetch };
  }
  const page: AlertPage = {
    sample: false,
    alerts: data.data.map(alertOf),
    all: status === 'new' ? data.counts.new : data.counts.all,
    total: data.total,
    page: data.page,
    pages: Math.max(1, Math.ceil(data.total / alertsPageSize)),
  };
  return { data: page, error: null, refetch };
}

/** Reloads alerts when transactions of the organization were screened. */
export function useFreshAlerts(organizationId: string): void {
  const { live } = useServices();
  const queries = useQueryClient();
  useEffect(
    () =>
      live.onMessage((message) => {
        if (message.type !== 'compliance' || message.data.organizationId !== organizationId) return;
        for (const { id } of changes) void queries.invalidateQueries({ queryKey: [id] });
      }),
    [live, organizationId, queries],
  );
}

export const useAcknowledge = (organizationId: string) =>
  useCall(acknowledgeAlert, { organizationId, changes });
export const useAcknowledgeAll = (organizationId: string) =>
  useCall(acknowledgeAlerts, { organizationId, changes });
export const useAssignAlert = (organizationId: string) => useCall(assignAlert, { organizationId, changes });

/** Reads a page of alert groups. */
export function useAlertGroups(organizationId: string, { search, severity, page = 1 }: AlertListView) {
  const { api } = useServices();
  const query = {
    page,
    limit: alertsPageSize,
    ...(search !== undefined && { search }),
    ...(severity !== undefined && { severity }),
  };
  return useQuery({
    queryKey: [listAlertGroups.id, organizationId, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api(listAlertGroups, { query }, { signal, organizationId }),
  });
}

/** Reads alerts of a group, new ones first: as many as can be acknowledged together. */
export function useGroupMembers(organizationId: string, group: string) {
  const { api } = useServices();
  const query = { group, limit: alertLimits.together, sortBy: 'status' as const };
  return useQuery({
    queryKey: [listAlerts.id, organizationId, query],
    queryFn: async ({ signal }) => (await api(listAlerts, { query }, { signal, organizationId })).data,
  });
}

/** Reads active members, to whom alerts can be assigned. */
export function useAssignees(organizationId: string) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listMembers.id, organizationId, 'alerts'],
    queryFn: async ({ signal }) => {
      const asked = { params: { id: organizationId }, query: { limit: 200 } };
      return (await api(listMembers, asked, { signal })).data.flatMap(({ userId, name, surname, status }) =>
        userId !== null && status === 'active' ? [{ value: userId, label: `${name} ${surname}`.trim() }] : [],
      );
    },
  });
}
