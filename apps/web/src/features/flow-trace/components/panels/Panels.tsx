import type { CanvasDocument, CanvasNode, Step } from '@hopscope/canvas';
import type { Blockchain } from '@hopscope/domain';
import type { CanvasStore } from '../../model/canvas-store.ts';
import type { Collaboration } from '../../model/collaboration.ts';
import type { FlowPanel } from '../../model/view-state.ts';
import { AutoPanel, type Finish } from './AutoPanel.tsx';
import { useAuthorNames } from '../documents/use-author-names.ts';
import { LogPanel } from './LogPanel.tsx';
import { OwnersPanel } from './OwnersPanel.tsx';
import { PathPanel } from './PathPanel.tsx';
import { SidePanel } from './SidePanel.tsx';
import { TimePanel } from './TimePanel.tsx';
import { TreePanel } from './TreePanel.tsx';

interface PanelsProps {
  store: CanvasStore;
  collaboration: Collaboration | null;
  document: CanvasDocument;
  chosen: readonly CanvasNode[];
  /** Addresses on the canvas: selected ones first, then traced ones. */
  starts: readonly CanvasNode[];
  selection: readonly string[];
  time: number | null;
  log: readonly Step[];
  onChoose: (id: string) => void;
  /** How many times an auto-trace was requested outside of its panel. */
  runs: number;
  /** Shows a finished query on the canvas. */
  onFinish: Finish;
  onSelect: (nodeIds: readonly string[]) => void;
  /** Adds an address to the canvas. */
  onTrace: (chain: Blockchain, address: string) => void;
}

/** Panels except versions, which exist only for documents on the server and are shown elsewhere. */
type CanvasPanel = Exclude<FlowPanel, 'versions'>;

function SharedLog({ steps, collaboration }: { steps: readonly Step[]; collaboration: Collaboration }) {
  return <LogPanel steps={steps} nameOf={useAuthorNames(collaboration.organizationId)} />;
}

function Content({ panel, ...props }: PanelsProps & { panel: CanvasPanel }) {
  const { store, collaboration, document, chosen, starts, selection, time, log, onChoose, onFinish } = props;
  switch (panel) {
    case 'tree':
      return <TreePanel document={document} selection={selection} onChoose={onChoose} />;
    case 'auto':
      return (
        <AutoPanel
          store={store}
          document={document}
          starts={starts}
          runs={props.runs}
          onFinish={onFinish}
          onSelect={props.onSelect}
          onTrace={props.onTrace}
        />
      );
    case 'path':
      return <PathPanel store={store} chosen={chosen} onFinish={onFinish} />;
    case 'time':
      return (
        <TimePanel
          store={store}
          document={document}
          time={time}
          sources={starts.toSorted((a, b) => Number(b.traced) - Number(a.traced))}
        />
      );
    case 'owners':
      return <OwnersPanel nodes={chosen} />;
    case 'log':
      return collaboration ? (
        <SharedLog steps={log} collaboration={collaboration} />
      ) : (
        <LogPanel steps={log} />
      );
  }
}

/** The open panel at the right. */
export function Panels({
  panel,
  onClose,
  ...props
}: PanelsProps & { panel: CanvasPanel | undefined; onClose: () => void }) {
  if (panel === undefined) return null;
  return (
    <SidePanel panel={panel} onClose={onClose}>
      <Content {...props} panel={panel} />
    </SidePanel>
  );
}
