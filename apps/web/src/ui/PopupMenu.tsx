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

/** Like the bars that its buttons stand in: a page that scrolls must not carry an item away from under a click. */
const inPlace = { root: { position: 'fixed' } } as const;

/** A menu that the button in it opens; every group has a heading. Buttons that scroll with the page say so (`inPage`). */
export function PopupMenu({
  groups,
  placement = 'topLeft',
  inPage = false,
  children,
}: {
  groups: readonly PopupMenuGroup[];
  placement?: 'topLeft' | 'bottomLeft' | 'bottomRight';
  inPage?: boolean;
  children: ReactElement;
}) {
  return (
    <Dropdown
      trigger={['click']}
      placement={placement}
      {...(!inPage && { styles: inPlace })}
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
