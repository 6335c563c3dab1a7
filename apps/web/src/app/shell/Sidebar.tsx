import { Link } from '@tanstack/react-router';
import { Building2, Compass, PanelLeft } from 'lucide-react';
import { UserMenu } from '../../features/auth/components/UserMenu.tsx';
import { useServerHealth } from '../../lib/server-health.ts';
import { useSessionState, useServices } from '../../lib/services.ts';
import { SideCount, SideGroup, SideNav, SideText, sideItemClass } from '../../ui/layout/AppFrame.tsx';
import { useFormats } from '../../lib/people/formats-context.tsx';
import { ScreenReaderText } from '../../ui/text/ScreenReaderText.tsx';
import { Avatar } from '../../ui/text/Avatar.tsx';
import { PopupMenu } from '../../ui/overlay/PopupMenu.tsx';
import { sectionGroups, sections, type SectionCounter } from './sections.ts';
import { useOrganizationMenu } from './use-organization-menu.tsx';
import { alertEndpoints } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useScreenerCounts } from '../../features/compliance/api/counts.ts';
import { useActiveOrganization } from '../../lib/organizations/use-organizations.ts';

/** What waits in a section. */
interface SectionCount {
  waiting: number;
  /** What is counted, in the plural. */
  noun: string;
  /** Part of all open work that is past its deadline. */
  overdue: number;
}

const { listAlerts } = alertEndpoints;

/** Reads the number of new alerts. */
function useNewAlerts(organizationId: string | undefined) {
  const { api } = useServices();
  return useQuery({
    queryKey: [listAlerts.id, organizationId, 'counter'],
    enabled: organizationId !== undefined,
    queryFn: async ({ signal }) =>
      (await api(listAlerts, { query: { limit: 1 } }, { signal, organizationId })).counts.new,
  });
}

/** Returns the counters of the navigation; zero until they are known, so that nothing moves. */
function useSectionCounters(): Record<SectionCounter, SectionCount> {
  const { organization } = useActiveOrganization();
  const { data: counts } = useScreenerCounts(organization?._id);
  const { data: alerts = 0 } = useNewAlerts(organization?._id);
  return {
    unassigned: { waiting: counts?.unassigned ?? 0, noun: 'unassigned', overdue: counts?.overdue ?? 0 },
    alerts: { waiting: alerts, noun: 'new', overdue: 0 },
  };
}

/** Navigation by group, with the number of what waits; overdue transactions in red. */
export function SidebarNavigation() {
  const counters = useSectionCounters();
  const { data: health } = useServerHealth();
  return (
    <SideNav label="Main">
      {sectionGroups.map((group) => (
        <SideGroup key={group} title={group}>
          {sections
            .filter((section) => section.group === group)
            .map(({ to, name, icon: Icon, counter }) => (
              <Link key={to} to={to} className={sideItemClass} title={name}>
                <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
                <SideText>{name}</SideText>
                {counter && <Counter {...counters[counter]} />}
              </Link>
            ))}
        </SideGroup>
      ))}
      {health?.bitcoin.source === 'demo' && (
        <SideGroup title="Demo network">
          <Link to="/home/what-to-try" className={sideItemClass} title="What to try">
            <Compass size={16} strokeWidth={1.6} aria-hidden="true" />
            <SideText>What to try</SideText>
          </Link>
        </SideGroup>
      )}
    </SideNav>
  );
}

/** Number of what waits in a section; red with what is overdue. */
function Counter({ waiting, noun, overdue }: SectionCount) {
  const { count } = useFormats();
  if (waiting === 0 && overdue === 0) return null;
  const late = overdue > 0;
  const text = `${count(waiting)} ${noun}${late ? `, ${count(overdue)} overdue` : ''}`;
  return (
    <SideCount late={late} title={text}>
      <span aria-hidden="true">{waiting > 999 ? '999+' : count(waiting)}</span>
      <ScreenReaderText> {text}</ScreenReaderText>
    </SideCount>
  );
}

/** Shows the active organization and switches it. */
function OrganizationSwitcher() {
  const { name, group } = useOrganizationMenu();
  const label = name === undefined ? 'Organization: none' : `Organization: ${name}`;
  return (
    <PopupMenu groups={[group]}>
      <button type="button" className={sideItemClass} title={label} aria-label={label}>
        <Building2 size={16} strokeWidth={1.6} aria-hidden="true" />
        <SideText>{name ?? 'No organization'}</SideText>
      </button>
    </PopupMenu>
  );
}

/** Button that collapses the sidebar, and the menu of the signed-in person. */
export function SidebarFoot({ expanded, onToggle }: { expanded: boolean; onToggle: () => void }) {
  const session = useSessionState();
  const user = session.status === 'signed-out' ? undefined : session.user;
  const label = expanded ? 'Collapse sidebar' : 'Expand sidebar';
  return (
    <>
      <OrganizationSwitcher />
      <button
        type="button"
        className={sideItemClass}
        title={label}
        aria-label={label}
        aria-expanded={expanded}
        onClick={onToggle}
      >
        <PanelLeft size={16} strokeWidth={1.6} aria-hidden="true" />
        <SideText>Collapse</SideText>
      </button>
      {user && (
        <UserMenu>
          <button
            type="button"
            className={sideItemClass}
            aria-label={`Account of ${user.name} ${user.surname}`}
          >
            <Avatar name={user.name} surname={user.surname} place="side" />
            <SideText>
              {user.name} {user.surname}
            </SideText>
          </button>
        </UserMenu>
      )}
    </>
  );
}
