import { Gauge, Waypoints } from 'lucide-react';
import type { ReactNode } from 'react';
import { AddAddressToCase, AddToCaseRoom } from '../../features/cases/components/AddAddressToCase.tsx';
import {
  MonitorAddress,
  MonitorAddressRoom,
} from '../../features/compliance/components/addresses/MonitorAddress.tsx';
import { useActiveOrganization } from '../../lib/organizations/use-organizations.ts';
import { LinkButton } from '../../ui/button/LinkButton.tsx';

/** Buttons that monitor an address and add it to a case; nothing without an organization. */
export function AddressWork({ address }: { address: string }) {
  const { organization, none, error } = useActiveOrganization();
  if (!organization) {
    return none || error ? null : (
      <>
        <MonitorAddressRoom />
        <AddToCaseRoom />
      </>
    );
  }
  return (
    <>
      <MonitorAddress key={`${organization._id} ${address}`} address={address} organization={organization} />
      <AddAddressToCase address={address} organizationId={organization._id} />
    </>
  );
}

/** Links to the trace and the risk of an address, always last and in this order. */
export function AddressLinks({ address, about }: { address: string; about?: string }) {
  return (
    <>
      <LinkButton to="/home/flow-trace" search={{ address }} title={about}>
        <Waypoints size={14} strokeWidth={1.6} aria-hidden="true" />
        Trace
      </LinkButton>
      <LinkButton to="/home/risk-dashboard" search={{ address }} title={about} data-kind="primary">
        <Gauge size={14} strokeWidth={1.6} aria-hidden="true" />
        Risk
      </LinkButton>
    </>
  );
}

/** Actions of a page about an address: those of the page first, then those that all such pages share. */
export function SubjectActions({ address, children }: { address: string; children?: ReactNode }) {
  return (
    <>
      {children}
      <AddressWork address={address} />
      <AddressLinks address={address} />
    </>
  );
}
