import { useNavigate } from '@tanstack/react-router';
import { Compass, LogOut, Settings, Wrench } from 'lucide-react';
import type { ReactElement } from 'react';
import { useServices, useSessionState } from '../../../lib/services.ts';
import { useLogOut } from '../../../lib/session/use-log-out.ts';
import { PopupMenu, type PopupMenuGroup } from '../../../ui/overlay/PopupMenu.tsx';

/** Opens the menu of the signed-in person from the given button; `before` are groups above. */
export function UserMenu({
  before = [],
  children,
}: {
  before?: readonly PopupMenuGroup[];
  children: ReactElement;
}) {
  const session = useSessionState();
  const navigate = useNavigate();
  const logOut = useLogOut();
  const { tour } = useServices();
  const user = session.status === 'signed-out' ? undefined : session.user;
  return (
    <PopupMenu
      groups={[
        ...before,
        {
          title: user?.email ?? '',
          items: [
            {
              key: 'settings',
              label: 'Settings',
              icon: <Settings size={16} strokeWidth={1.6} />,
              onSelect: () => void navigate({ to: '/home/settings/profile' }),
            },
            {
              key: 'tour',
              label: 'Take the tour',
              icon: <Compass size={16} strokeWidth={1.6} />,
              onSelect() {
                tour.go(0);
                void navigate({ to: '/home/block-explorer', search: {} });
              },
            },
            ...(user?.provider
              ? [
                  {
                    key: 'admin',
                    label: 'Admin Panel',
                    icon: <Wrench size={16} strokeWidth={1.6} />,
                    onSelect: () => void navigate({ to: '/home/admin' }),
                  },
                ]
              : []),
            {
              key: 'logout',
              label: 'Logout',
              icon: <LogOut size={16} strokeWidth={1.6} />,
              disabled: logOut.isPending,
              onSelect: () => logOut.mutate(),
            },
          ],
        },
      ]}
    >
      {children}
    </PopupMenu>
  );
}
