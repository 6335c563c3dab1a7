import { edgePalette } from '@hopscope/canvas';
import {
  CircleHelp,
  Clock,
  Columns3,
  Download,
  Building2,
  Ellipsis,
  FileUp,
  FoldHorizontal,
  LayoutGrid,
  Maximize,
  Minus,
  Palette,
  Plus,
  Settings2,
  Trash2,
  UserPlus,
} from 'lucide-react';
import { Toolbar } from 'react-aria-components';
import { useStore } from 'zustand';
import { ClickCard } from '../../../../ui/overlay/ClickCard.tsx';
import { PopupMenu, type PopupMenuGroup } from '../../../../ui/overlay/PopupMenu.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import type { CanvasStore } from '../../model/canvas-store.ts';
import { Divider, ToolButton } from './ToolButton.tsx';
import css from '../Toolbar.module.css';

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

export type LayoutName = 'hops' | 'time';
export type ExportName = 'json' | 'csv' | 'svg' | 'png' | 'pdf' | 'graphml' | 'gexf' | 'case';

/** Commands of the toolbar at the upper right. */
export interface CanvasCommands {
  zoomIn: () => void;
  zoomOut: () => void;
  resetView: () => void;
  addNode: () => void;
  /** null: the default color of connections. */
  colorEdges: (color: string | null) => void;
  aggregate: (on: boolean) => void;
  arrange: (layout: LayoutName) => void;
  exportAs: (name: ExportName) => void;
  importFile: () => void;
  /** Folds or unfolds peel chains. */
  turnPeelChains: () => void;
  /** Folds the addresses of each service into one symbol, or shows them one by one. */
  turnServices: () => void;
  clearAll: () => void;
  showSettings: () => void;
  showTutorial: () => void;
}

function ColorPicker({ color, onColor }: { color: string | null; onColor: (color: string | null) => void }) {
  return (
    <div className={css.colors} role="group" aria-label="Edge colors">
      {edgePalette.map((each, i) => (
        <button
          key={each}
          type="button"
          className={css.swatch}
          aria-label={`Edge color ${i + 1}`}
          aria-pressed={each === color}
          title={each}
          onClick={() => onColor(each === color ? null : each)}
        >
          <i style={{ background: each }} aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}

function layouts({ arrange }: CanvasCommands): PopupMenuGroup {
  return {
    title: 'Arrange',
    items: [
      { key: 'hops', label: 'By hops', icon: <Columns3 {...icon} />, onSelect: () => arrange('hops') },
      { key: 'time', label: 'By time', icon: <Clock {...icon} />, onSelect: () => arrange('time') },
    ],
  };
}

const files: readonly (readonly [name: ExportName, label: string])[] = [
  ['json', 'FlowTrace file (can be imported)'],
  ['csv', 'Transactions as CSV'],
  ['svg', 'Image as SVG'],
  ['png', 'Image as PNG'],
  ['pdf', 'Image as PDF'],
  ['graphml', 'Graph as GraphML'],
  ['gexf', 'Graph as GEXF'],
  ['case', 'CASE/UCO as JSON-LD'],
];

function exports({ exportAs }: CanvasCommands): PopupMenuGroup {
  return {
    title: 'Export',
    items: files.map(([key, label]) => ({
      key,
      label,
      icon: <Download {...icon} />,
      onSelect: () => exportAs(key),
    })),
  };
}

function more(
  commands: CanvasCommands,
  { empty, peelFolded, servicesFolded }: { empty: boolean; peelFolded: boolean; servicesFolded: boolean },
): PopupMenuGroup[] {
  const { importFile, clearAll, showSettings, showTutorial, turnPeelChains, turnServices } = commands;
  return [
    {
      title: 'Canvas',
      items: [
        {
          key: 'peel',
          label: peelFolded ? 'Unfold peel chains' : 'Fold peel chains',
          shortcut: 'P',
          icon: <FoldHorizontal {...icon} />,
          disabled: empty,
          onSelect: turnPeelChains,
        },
        {
          key: 'services',
          label: servicesFolded ? 'Unfold services' : 'Fold services',
          icon: <Building2 {...icon} />,
          disabled: empty,
          onSelect: turnServices,
        },
        { key: 'settings', label: 'Canvas settings', icon: <Settings2 {...icon} />, onSelect: showSettings },
        { key: 'help', label: 'Tutorial', icon: <CircleHelp {...icon} />, onSelect: showTutorial },
        { key: 'import', label: 'Import file', icon: <FileUp {...icon} />, onSelect: importFile },
      ],
    },
    {
      title: 'Delete',
      items: [
        {
          key: 'clear',
          label: 'Clear all data',
          icon: <Trash2 {...icon} />,
          disabled: empty,
          onSelect: clearAll,
        },
      ],
    },
  ];
}

function Zoom({ store }: { store: CanvasStore }) {
  const percent = useStore(store, ({ tools }) => Math.round(tools.view.zoom * 100));
  return (
    <output className={css.zoom} aria-label="Zoom">
      {percent}%
    </output>
  );
}

/** The toolbar at the upper right of the canvas. */
export function CanvasToolbar({
  store,
  aggregated,
  edgeColor,
  empty,
  peelFolded,
  commands,
}: {
  store: CanvasStore;
  aggregated: boolean;
  edgeColor: string | null;
  empty: boolean;
  /** Whether a peel chain is folded. */
  peelFolded: boolean;
  commands: CanvasCommands;
}) {
  const servicesFolded = useStore(store, ({ unfolded }) => unfolded !== null && unfolded.size === 0);
  return (
    <div className={css.bar}>
      {/* Outside the toolbar, whose arrow keys would intercept those of the menu. */}
      <span className={css.wide}>
        <Segmented
          label="Connections"
          value={aggregated ? 'aggregated' : 'each'}
          options={[
            { value: 'aggregated', label: 'Aggregated' },
            { value: 'each', label: 'Individual' },
          ]}
          onChange={(value) => commands.aggregate(value === 'aggregated')}
        />
      </span>
      <span className={css.wide}>
        <Divider />
      </span>
      <Toolbar className={css.tools ?? ''} aria-label="Canvas">
        <ToolButton label="Zoom in" keys="+" onClick={commands.zoomIn}>
          <Plus {...icon} />
        </ToolButton>
        <Zoom store={store} />
        <ToolButton label="Zoom out" keys="-" onClick={commands.zoomOut}>
          <Minus {...icon} />
        </ToolButton>
        <ToolButton label="Fit" keys="1" onClick={commands.resetView}>
          <Maximize {...icon} />
        </ToolButton>
        <Divider />
        <ToolButton label="Add node" onClick={commands.addNode}>
          <UserPlus {...icon} />
        </ToolButton>
        <ClickCard
          title="Edge color"
          content={<ColorPicker color={edgeColor} onColor={commands.colorEdges} />}
        >
          <ToolButton label="Edge color">
            <Palette {...icon} />
          </ToolButton>
        </ClickCard>
        <span className={css.wide}>
          <PopupMenu groups={[layouts(commands)]} placement="bottom end">
            <ToolButton label="Layouts" disabled={empty}>
              <LayoutGrid {...icon} />
            </ToolButton>
          </PopupMenu>
        </span>
        <PopupMenu groups={[exports(commands)]} placement="bottom end">
          <ToolButton label="Export" disabled={empty}>
            <Download {...icon} />
          </ToolButton>
        </PopupMenu>
        <PopupMenu groups={more(commands, { empty, peelFolded, servicesFolded })} placement="bottom end">
          <ToolButton label="More">
            <Ellipsis {...icon} />
          </ToolButton>
        </PopupMenu>
      </Toolbar>
    </div>
  );
}
