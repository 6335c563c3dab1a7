import { Clock, ListTree, type LucideIcon, Route, ScrollText, Users, Waypoints } from 'lucide-react';
import { Toolbar } from 'react-aria-components';
import type { FlowPanel } from '../../model/view-state.ts';
import css from './ToolRail.module.css';

const tools: readonly { panel: FlowPanel; name: string; label: string; icon: LucideIcon }[] = [
  { panel: 'auto', name: 'Auto-trace', label: 'Auto-trace', icon: Waypoints },
  { panel: 'path', name: 'Path', label: 'Path from A to B', icon: Route },
  { panel: 'time', name: 'Time, taint', label: 'Time and taint', icon: Clock },
  { panel: 'owners', name: 'Owners', label: 'Common ownership', icon: Users },
  { panel: 'tree', name: 'Tree view', label: 'Tree view', icon: ListTree },
  { panel: 'log', name: 'Steps', label: 'Steps', icon: ScrollText },
];

/** The tools of an investigation: each opens its panel, and closes it again. */
export function ToolRail({
  panel,
  onPanel,
}: {
  panel: FlowPanel | undefined;
  onPanel: (panel: FlowPanel | undefined) => void;
}) {
  return (
    <Toolbar className={css.rail ?? ''} aria-label="Investigation" orientation="vertical">
      {tools.map(({ panel: own, name, label, icon: Icon }) => (
        <button
          key={own}
          type="button"
          className={css.tool}
          aria-label={label}
          aria-pressed={panel === own}
          onClick={() => onPanel(panel === own ? undefined : own)}
        >
          <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
          {name}
        </button>
      ))}
    </Toolbar>
  );
}
