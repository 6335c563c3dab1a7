import { Link } from '@tanstack/react-router';
import { PanelLeft } from 'lucide-react';
import { UserMenu } from '../../features/auth/components/UserMenu.tsx';
import { useSessionState } from '../../lib/services.ts';
import { SideNav, SideText, sideItemClass } from '../../ui/AppFrame.tsx';
import { Initials } from '../../ui/Initials.tsx';
import { sections } from './sections.ts';

export function SidebarNavigation() {
  return (
    <SideNav label="Main">
      {sections.map(({ to, name, icon: Icon }) => (
        <Link key={to} to={to} className={sideItemClass} title={name}>
          <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
          <SideText>{name}</SideText>
        </Link>
      ))}
    </SideNav>
  );
}

/** Button that folds the sidebar, and the menu of the signed-in person. */
export function SidebarFoot({ expanded, onToggle }: { expanded: boolean; onToggle: () => void }) {
  const session = useSessionState();
  const user = session.status === 'signed-out' ? undefined : session.user;
  const label = expanded ? 'Collapse sidebar' : 'Expand sidebar';
  return (
    <>
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
            <Initials name={user.name} surname={user.surname} />
            <SideText>
              {user.name} {user.surname}
            </SideText>
          </button>
        </UserMenu>
      )}
    </>
  );
}
