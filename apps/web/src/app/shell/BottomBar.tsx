import { Link } from '@tanstack/react-router';
import { CircleUser } from 'lucide-react';
import { UserMenu } from '../../features/auth/components/UserMenu.tsx';
import { bottomItemClass } from '../../ui/AppFrame.tsx';
import { sections } from './sections.ts';
import { useOrganizationMenu } from './use-organization-menu.tsx';

/** The navigation on phones. */
export function BottomBar() {
  const { group } = useOrganizationMenu();
  return (
    <>
      {sections.map(({ to, name, icon: Icon }) => (
        <Link key={to} to={to} className={bottomItemClass}>
          <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
          {name}
        </Link>
      ))}
      <UserMenu before={[group]}>
        <button type="button" className={bottomItemClass}>
          <CircleUser size={18} strokeWidth={1.6} aria-hidden="true" />
          Account
        </button>
      </UserMenu>
    </>
  );
}
