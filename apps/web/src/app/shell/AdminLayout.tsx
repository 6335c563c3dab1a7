import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useUser } from '../../lib/services.ts';
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts';
import { NotFound } from './NotFound.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LinkButton } from '../../ui/button/LinkButton.tsx';
import { Page, PageHeader } from '../../ui/layout/Page.tsx';
import { TabLinks, tabLinkClass } from '../../ui/layout/TabLinks.tsx';

/** Also visible to members of the provider. */
const directory = { to: '/home/admin/directory', name: 'Directory' } as const;
const tabs = [
  directory,
  { to: '/home/admin/plans', name: 'Plans' },
  { to: '/home/admin/subscriptions', name: 'Subscriptions' },
  { to: '/home/admin/invoices', name: 'Invoices' },
  { to: '/home/admin/contact-requests', name: 'Contact requests' },
  { to: '/home/admin/outbox', name: 'Email outbox' },
  { to: '/home/admin/sessions', name: 'Sessions' },
  { to: '/home/admin/audit-log', name: 'Audit log' },
] as const;

/**
 * The admin panel: for the operator; the directory's updates also for members of the provider. The server checks all rights
 * again.
 */
export function AdminLayout() {
  const { role, provider } = useUser();
  const { pathname } = useLocation();
  useDocumentTitle('Admin Panel');
  if (!provider) {
    return <NotFound />;
  }
  return (
    <Page>
      <PageHeader title="Admin Panel" />
      <TabLinks label="Admin Panel">
        {(role === 'operator' ? tabs : [directory]).map(({ to, name }) => (
          <Link
            key={to}
            to={to}
            search={{}}
            className={tabLinkClass}
            activeOptions={{ includeSearch: false }}
          >
            {name}
          </Link>
        ))}
      </TabLinks>
      {role === 'operator' || pathname === directory.to ? (
        <Outlet />
      ) : (
        <Card>
          <EmptyState
            path="outside"
            title="Operator only"
            actions={<LinkButton to="/home/block-explorer">Go to the Block Explorer</LinkButton>}
          >
            The operator manages plans, invoices, emails, and the audit log of the installation.
          </EmptyState>
        </Card>
      )}
    </Page>
  );
}
