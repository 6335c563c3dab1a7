import { caseEndpoints, type CaseDetails } from '@hopscope/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useServices, useUser } from '../../../lib/services.ts';

const { getCase, getCaseTimeline, listCases } = caseEndpoints;

/** Reloads the list when somebody changes a case of the organization. */
export function useLiveCases(organizationId: string): void {
  const { live } = useServices();
  const queries = useQueryClient();
  useEffect(
    () =>
      live.onMessage((message) => {
        const own = message.type === 'cases' && message.data.organizationId === organizationId;
        if (own || message.type === 'reset') void queries.invalidateQueries({ queryKey: [listCases.id] });
      }),
    [live, organizationId, queries],
  );
}

/**
 * Keeps a shown case up to date with changes of others. Forms keep typed values: they don't read the case again. Returns the
 * version of the newest change by another person since the page was opened.
 */
export function useLiveCase({ organizationId, _id: id, version }: CaseDetails): number | undefined {
  const { live } = useServices();
  const { _id: me } = useUser();
  const queries = useQueryClient();
  const [opened] = useState(version);
  const [changed, setChanged] = useState<number>();
  useEffect(
    () =>
      live.onMessage((message) => {
        const own = message.type === 'cases' && message.data.caseId === id;
        if (!own && message.type !== 'reset') return;
        // The page may have read the change before the message came.
        if (own && message.data.by !== me && message.data.version > opened) setChanged(message.data.version);
        void queries.invalidateQueries({ queryKey: [getCaseTimeline.id, organizationId, id] });
        const shown = queries.getQueryData<CaseDetails>([getCase.id, organizationId, id]);
        if (own && shown && shown.version >= message.data.version) return;
        void queries.invalidateQueries({ queryKey: [getCase.id, organizationId, id] });
      }),
    [live, organizationId, id, me, opened, queries],
  );
  return changed;
}
