import { Dropdown } from 'antd';
import { LogOut } from 'lucide-react';
import type { ReactElement } from 'react';
import { useSessionState } from '../../../lib/services.ts';
import { useLogOut } from '../api/log-out.ts';

/** Opens the menu of the signed-in person from whatever button stands in it. */
export function UserMenu({ children }: { children: ReactElement }) {
  const session = useSessionState();
  const logOut = useLogOut();
  const email = session.status === 'signed-out' ? '' : session.user.email;
  return (
    <Dropdown
      trigger={['click']}
      placement="topLeft"
      menu={{
        items: [
          { key: 'who', type: 'group', label: email },
          {
            key: 'logout',
            label: 'Logout',
            icon: <LogOut size={16} strokeWidth={1.6} />,
            disabled: logOut.isPending,
          },
        ],
        onClick: ({ key }) => {
          if (key === 'logout') logOut.mutate();
        },
      }}
    >
      {children}
    </Dropdown>
  );
}
