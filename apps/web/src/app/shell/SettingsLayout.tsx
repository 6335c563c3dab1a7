import { may } from '@hopscope/contract';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import {
  Bell,
  Building2,
  CreditCard,
  KeyRound,
  Mail,
  ScrollText,
  ShieldCheck,
  SlidersHorizontal,
  UserRound,
} from 'lucide-react';
import { useOwnInvitations } from '../../features/account/api/invitations.ts';
import { useActiveOrganization } from '../../lib/organizations/use-organizations.ts';
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts';
import { MenuCount, MenuLayout, menuItemClass } from '../../ui/layout/MenuLayout.tsx';
import { Page, PageHeader } from '../../ui/layout/Page.tsx';

const sections = [
  { to: '/home/settings/profile', name: 'Profile Information', icon: UserRound },
  { to: '/home/settings/invitations', name: 'Pending Invitations', icon: Mail },
  { to: '/home/settings/organization', name: 'Organization', icon: Building2 },
  { to: '/home/settings/subscription', name: 'Subscription', icon: CreditCard },
  { to: '/home/settings/preferences', name: 'Preferences', icon: SlidersHorizontal },
  { to: '/home/settings/notifications', name: 'Notifications', icon: Bell },
  { to: '/home/settings/security', name: 'Security Settings', icon: ShieldCheck },
  { to: '/home/settings/api-keys', name: 'API keys', icon: KeyRound, needs: 'api_keys.manage' },
  { to: '/home/settings/audit-log', name: 'Audit log', icon: ScrollText, needs: 'audit.read' },
] as const;
/** Sections that use the full width. */
const wide = ['/home/settings/subscription', '/home/settings/api-keys', '/home/settings/audit-log'];

/** Menu of the settings; sections that not every role may open are only shown to those who may. */
export function SettingsLayout() {
  const { pathname } = useLocation();
  const invitations = useOwnInvitations();
  const { organization } = useActiveOrganization();
  const section = sections.find(({ to }) => pathname.startsWith(to));
  useDocumentTitle(section ? `${section.name}, Settings` : 'Settings');

  return (
    <Page>
      <PageHeader title="Settings" />
      <MenuLayout
        label="Settings"
        full={wide.includes(pathname)}
        menu={sections
          .filter(
            (each) =>
              !('needs' in each) || (organization !== undefined && may(organization.role, each.needs)),
          )
          .map(({ to, name, icon: Icon }) => (
            <Link
              key={to}
              to={to}
              className={menuItemClass}
              search={{}}
              activeOptions={{ includeSearch: false }}
            >
              <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
              {name}
              {to === '/home/settings/invitations' && <MenuCount count={invitations.data?.total ?? 0} />}
            </Link>
          ))}
      >
        <Outlet />
      </MenuLayout>
    </Page>
  );
}
