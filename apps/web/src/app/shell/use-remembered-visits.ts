import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useOrganizationId } from '../../lib/organizations/use-organization-id.ts';
import { useServices } from '../../lib/services.ts';
import { visitOf } from './visit-of.ts';

/** Remembers pages about one thing, for the palette. */
export function useRememberedVisits(): void {
  const { recent } = useServices();
  const { ready, id: organizationId } = useOrganizationId();
  const { pathname, search } = useLocation();
  const { kind, label, href } = visitOf(pathname, search) ?? {};
  useEffect(() => {
    if (ready && kind !== undefined && label !== undefined && href !== undefined) {
      recent.add(organizationId, { kind, label, href });
    }
  }, [recent, ready, organizationId, kind, label, href]);
}
