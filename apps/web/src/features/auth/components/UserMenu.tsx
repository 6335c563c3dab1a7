import { LogOut } from 'lucide-react';
import type { ReactElement } from 'react';
import { useSessionState } from '../../../lib/services.ts';
import { PopupMenu } from '../../../ui/PopupMenu.tsx';
import { useLogOut } from '../api/log-out.ts';

/** Opens the menu of the signed-in person from whatever button stands in it. */
export function UserMenu({ children }: { children: ReactElement }) {
  const session = useSessionState();
  const logOut = useLogOut();
  return (
    <PopupMenu
      title={session.status === 'signed-out' ? '' : session.user.email}
      items={[
        {
          key: 'logout',
          label: 'Logout',
          icon: <LogOut size={16} strokeWidth={1.6} />,
          disabled: logOut.isPending,
          onSelect: () => logOut.mutate(),
        },
      ]}
    >
      {children}
    </PopupMenu>
  );
}
