import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useOrganizationId } from '../../lib/organizations/use-organization-id.ts';
import type { Visit } from '../../lib/recent-visits.ts';
import { useServices } from '../../lib/services.ts';
import { visitOf } from './visit-of.ts';

/** Remembers visited pages for the palette. */
export function useRememberedVisits(): void {
  const { recent } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  const { pathname, search } = useLocation();
  const { kind, label, href } = visitOf(pathname, search) ?? {};
  /** Pages visited before the account was known. */
  const waiting = useRef<Visit[]>([]);
  useEffect(() => {
    if (kind !== undefined && label !== undefined && href !== undefined) {
      waiting.current.push({ kind, label, href });
    }
    if (!ready) return;
    for (const visit of waiting.current.splice(0)) recent.add(organizationId, visit);
  }, [recent, ready, organizationId, kind, label, href]);
}
