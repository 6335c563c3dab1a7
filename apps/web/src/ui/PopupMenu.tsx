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

/** A menu that the button in it opens upwards; `title` heads the entries. */
export function PopupMenu({
  title,
  items,
  children,
}: {
  title: string;
  items: readonly PopupMenuItem[];
  children: ReactElement;
}) {
  return (
    <Dropdown
      trigger={['click']}
      placement="topLeft"
      menu={{
        className: css.menu ?? '',
        items: [
          { key: 'title', type: 'group', label: title },
          ...items.map(({ onSelect, ...item }) => ({ ...item, onClick: onSelect })),
        ],
      }}
    >
      {children}
    </Dropdown>
  );
}
