import type { ReactNode } from 'react';
import { Header, Menu, MenuItem, MenuSection, Popover, type PopoverProps } from 'react-aria-components';
import css from './MenuPanel.module.css';
import type { OpenedPanel } from './PanelOpener.tsx';

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

export type PopupMenuPlacement = NonNullable<PopoverProps['placement']>;

/** Content of `PopupMenu`, loaded on first use. */
export function MenuPanel({
  groups,
  placement,
  button,
  onClose,
}: OpenedPanel & { groups: readonly PopupMenuGroup[]; placement: PopupMenuPlacement }) {
  return (
    <Popover
      className={css.panel ?? ''}
      triggerRef={button}
      placement={placement}
      offset={4}
      containerPadding={8}
      isOpen
      onOpenChange={onClose}
    >
      <Menu
        className={css.menu ?? ''}
        aria-label={groups.map(({ title }) => title).join(', ')}
        autoFocus="first"
        onClose={onClose}
      >
        {groups.map(({ title, items }) => (
          <MenuSection key={title} id={title}>
            <Header className={css.title ?? ''}>{title}</Header>
            {items.map(({ key, label, icon, disabled = false, onSelect }) => (
              <MenuItem
                key={key}
                id={key}
                textValue={label}
                className={css.item ?? ''}
                isDisabled={disabled}
                onAction={onSelect}
              >
                {icon}
                <span className={css.label}>{label}</span>
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </Menu>
    </Popover>
  );
}
