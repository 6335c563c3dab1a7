import { lazy, type ReactElement } from 'react';
import type { PopupMenuGroup, PopupMenuPlacement } from './MenuPanel.tsx';
import { PanelOpener } from './PanelOpener.tsx';

export type { PopupMenuGroup, PopupMenuItem } from './MenuPanel.tsx';

const load = async () => ({ default: (await import('./MenuPanel.tsx')).MenuPanel });
const MenuPanel = lazy(load);

/** A menu opened by the button inside; every group has a heading. */
export function PopupMenu({
  groups,
  placement = 'top start',
  children,
}: {
  groups: readonly PopupMenuGroup[];
  placement?: PopupMenuPlacement;
  children: ReactElement;
}) {
  return (
    <PanelOpener
      kind="menu"
      load={load}
      panel={(opened) => <MenuPanel groups={groups} placement={placement} {...opened} />}
    >
      {children}
    </PanelOpener>
  );
}
