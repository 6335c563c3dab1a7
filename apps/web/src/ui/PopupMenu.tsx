import { Dropdown } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import css from './PopupMenu.module.css';

export interface PopupMenuItem {
  key: string;
  label: string;
  icon: ReactNode;
  disabled?: boolean;
  onSelect: () => void;
}

export interface PopupMenuGroup {
  title: string;
  items: readonly PopupMenuItem[];
}

/** A menu that the button in it opens; every group has a heading. */
export function PopupMenu({
  groups,
  placement = 'topLeft',
  children,
}: {
  groups: readonly PopupMenuGroup[];
  placement?: 'topLeft' | 'bottomLeft';
  children: ReactElement;
}) {
  return (
    <Dropdown
      trigger={['click']}
      placement={placement}
      menu={{
        className: css.menu ?? '',
        items: groups.map(({ title, items }) => ({
          key: title,
          type: 'group',
          label: title,
          children: items.map(({ onSelect, ...item }) => ({ ...item, onClick: onSelect })),
        })),
      }}
    >
      {children}
    </Dropdown>
  );
}
