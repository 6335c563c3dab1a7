import { Link, useNavigate } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { UserMenu } from '../../features/auth/components/UserMenu.tsx';
import { bottomItemClass } from '../../ui/layout/AppFrame.tsx';
import { sections } from './sections.ts';
import { useOrganizationMenu } from './use-organization-menu.tsx';

/** Sections in the menu of the last entry: more than five entries aren't readable on a phone. */
const inMenu: readonly string[] = ['/home/blockham', '/home/cases', '/home/sars', '/home/alerts'];

/** The navigation on phones. */
export function BottomBar() {
  const navigate = useNavigate();
  const { group } = useOrganizationMenu();
  const more = {
    title: 'More',
    items: sections
      .filter(({ to }) => inMenu.includes(to))
      .map(({ to, name, icon: Icon }) => ({
        key: to,
        label: name,
        icon: <Icon size={16} strokeWidth={1.6} />,
        onSelect: () => void navigate({ to, search: {} }),
      })),
  };
  return (
    <>
      {sections
        .filter(({ to }) => !inMenu.includes(to))
        .map(({ to, name, short, icon: Icon }) => (
          <Link key={to} to={to} className={bottomItemClass} aria-label={name}>
            <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
            {short ?? name}
          </Link>
        ))}
      <UserMenu before={[more, group]}>
        <button type="button" className={bottomItemClass}>
          <Ellipsis size={18} strokeWidth={1.6} aria-hidden="true" />
          More
        </button>
      </UserMenu>
    </>
  );
}
