import { useNavigate, useSearch } from '@tanstack/react-router';
import { ContactRequestsSection } from '../../../features/admin/components/ContactRequestsSection.tsx';
import { DirectorySection } from '../../../features/admin/components/DirectorySection.tsx';
import { InvoicesSection } from '../../../features/admin/components/InvoicesSection.tsx';
import { OutboxSection } from '../../../features/admin/components/OutboxSection.tsx';
import { SubscriptionsSection } from '../../../features/admin/components/SubscriptionsSection.tsx';
import { AuditSection } from '../../../features/audit/components/AuditSection.tsx';

export function DirectoryRoute() {
  const { page = 1 } = useSearch({ from: '/home/admin/directory' });
  return <DirectorySection page={page} />;
}

export function SubscriptionsRoute() {
  const { page = 1 } = useSearch({ from: '/home/admin/subscriptions' });
  return <SubscriptionsSection page={page} />;
}

export function InvoicesRoute() {
  const { page = 1 } = useSearch({ from: '/home/admin/invoices' });
  return <InvoicesSection page={page} />;
}

export function ContactRequestsRoute() {
  const { page = 1 } = useSearch({ from: '/home/admin/contact-requests' });
  return <ContactRequestsSection page={page} />;
}

export function OutboxRoute() {
  const { page = 1 } = useSearch({ from: '/home/admin/outbox' });
  return <OutboxSection page={page} />;
}

export function InstallationAuditRoute() {
  const from = '/home/admin/audit-log';
  const { page = 1 } = useSearch({ from });
  const navigate = useNavigate({ from });
  return <AuditSection scope="installation" page={page} onFirstPage={() => void navigate({ search: {} })} />;
}
