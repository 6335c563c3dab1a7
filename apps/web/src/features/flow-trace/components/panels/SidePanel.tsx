import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../../ui/button/IconButton.tsx';
import type { FlowPanel } from '../../model/view-state.ts';
import css from './SidePanel.module.css';

export const panelTitles: Readonly<Record<FlowPanel, string>> = {
  tree: 'Tree view',
  auto: 'Auto-trace',
  path: 'Path from A to B',
  time: 'Time and taint',
  owners: 'Common ownership',
  log: 'Steps',
  versions: 'Versions',
};

/** Panel at the right of the canvas. */
export function SidePanel({
  panel,
  onClose,
  children,
}: {
  panel: FlowPanel;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <aside className={css.panel} data-panel={panel} data-covers="right" aria-label={panelTitles[panel]}>
      <div className={css.head}>
        <h2>{panelTitles[panel]}</h2>
        <IconButton label={`Close ${panelTitles[panel]}`} onClick={onClose}>
          <X size={16} strokeWidth={1.6} aria-hidden="true" />
        </IconButton>
      </div>
      <div className={css.body}>{children}</div>
    </aside>
  );
}
