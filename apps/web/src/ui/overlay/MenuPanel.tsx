import type { ReactNode } from 'react';
import {
  Header,
  Keyboard,
  Menu,
  MenuItem,
  MenuSection,
  Popover,
  type PopoverProps,
  Text,
} from 'react-aria-components';
import css from './MenuPanel.module.css';
import type { OpenedPanel } from './PanelOpener.tsx';

export interface PopupMenuItem {
  key: string;
  label: string;
  /** Key that does the same. */
  shortcut?: string;
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
            {items.map(({ key, label, shortcut, icon, disabled = false, onSelect }) => (
              <MenuItem
                key={key}
                id={key}
                textValue={label}
                className={css.item ?? ''}
                isDisabled={disabled}
                onAction={onSelect}
              >
                {icon}
                <Text slot="label" className={css.label ?? ''}>
                  {label}
                </Text>
                {shortcut && <Keyboard className={css.shortcut ?? ''}>{shortcut}</Keyboard>}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </Menu>
    </Popover>
  );
}
