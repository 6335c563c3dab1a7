import {
  allOf,
  allRecords,
  changesBetween,
  clearAll,
  colorRecords,
  connectionsOf,
  getOf,
  getRecord,
  layOut,
  layoutTitles,
  type Note,
  readFile,
  turnPeelChains,
  type ToolEvent,
} from '@hopscope/canvas';
import { texts } from '@hopscope/contract';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { useThemeName, useUser } from '../../../lib/services.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { type CanvasStore, documentOfState } from '../model/canvas-store.ts';
import { customNode, freeBelow } from '../model/custom-node.ts';
import { type Covered, showsAll, viewOfAll } from '../model/views.ts';
import { flowTexts } from '../model/texts.ts';
import { exportCanvas } from './canvas/export-canvas.ts';
import type { CanvasCommands } from './canvas/CanvasToolbar.tsx';
import { pickFile } from './pick-file.ts';
import type { OpenDialog } from './dialogs/WorkspaceDialogs.tsx';

export interface Commands extends CanvasCommands {
  /** Arranges a first answer, which has no places that someone chose, and folds its peel chains. */
  tidy: () => void;
  fitAdded: () => void;
  /** Shows the addresses of a service one by one. */
  unfoldService: (entityId: string) => void;
  clearNow: () => void;
  addCustom: (name: string) => void;
  writeNote: (nodeId: string, text: string) => void;
}

const now = (): number => Math.floor(Date.now() / 1000);

/** Returns the commands of toolbars and dialogs. */
export function useCommands({
  store,
  onDialog,
  covered,
}: {
  store: CanvasStore;
  onDialog: (dialog: OpenDialog) => void;
  /** Measures what toolbars and panels cover. */
  covered: () => Covered;
}): Commands {
  const toast = useToast();
  const theme = useThemeName();
  const { counted } = useFormats();
  const { name, surname } = useUser();
  const { actions } = store;
  const document = () => documentOfState(store.getState());

  /** Returns the selected connections, those of selected nodes, or all if nothing is selected. */
  function colored(): string[] {
    const { selection } = store.getState().tools;
    if (selection.length === 0) return allOf(document(), 'connection').map(({ id }) => id);
    return selection.flatMap((id) => {
      if (getOf(document(), 'node', id)) return connectionsOf(document(), id).map((each) => each.id);
      return getRecord(document(), id) ? [id] : [];
    });
  }

  function key(pressed: string): void {
    const event: ToolEvent = { type: 'key', key: pressed, shift: false, control: false, alt: false };
    actions.dispatch(event);
  }

  async function importFile(): Promise<void> {
    const text = await pickFile('.json,application/json');
    if (text === null) return;
    const read = readFile(text);
    if (!read.ok) {
      //
      window.alert(texts.flowTraceImportFailed);
      toast.error(`Import failed: ${read.reason}`);
      return;
    }
    if (!actions.act({ title: 'Import file', changes: changesBetween(document(), read.document) })) return;
    const nodes = allOf(read.document, 'node').length;
    const transfers = allOf(read.document, 'connection').length;
    toast.success(`Imported ${counted(nodes, 'node')} and ${counted(transfers, 'transfer')}`);
    reset();
  }

  function reset(): void {
    const state = store.getState();
    actions.dispatch({ type: 'view', view: viewOfAll(store.renderModel(state), store.size(), covered()) });
  }

  /** Shows everything after many nodes were added, unless it is visible already. */
  function fitAdded(): void {
    const state = store.getState();
    if (!showsAll(store.renderModel(state), state.tools.view, store.size(), covered())) reset();
  }

  return {
    fitAdded,
    zoomIn: () => key('+'),
    zoomOut: () => key('-'),
    resetView: reset,
    addNode: () => onDialog({ kind: 'add' }),
    colorEdges(color) {
      actions.set({ edgeColor: color });
      const draft = colorRecords(document(), colored(), color);
      if (draft) actions.act(draft);
    },
    aggregate: (aggregated) => actions.set({ aggregated }),
    arrange(layout) {
      actions.act({ title: layoutTitles[layout], changes: layOut(document(), layout) });
      reset();
    },
    unfoldService(entityId) {
      const { unfolded } = store.getState();
      if (unfolded) actions.set({ unfolded: new Set([...unfolded, entityId]) });
    },
    turnServices() {
      const { unfolded } = store.getState();
      actions.set({ unfolded: unfolded === null || unfolded.size > 0 ? new Set() : null });
    },
    tidy() {
      const arranged = layOut(document(), 'hops');
      if (arranged.length > 0) actions.act({ title: layoutTitles.hops, changes: arranged });
      const draft = turnPeelChains(document(), () => crypto.randomUUID());
      if (draft) actions.act(draft);
    },
    exportAs(format) {
      const { log, aggregated } = store.getState();
      exportCanvas(format, { document: document(), log, aggregated, theme, now: now() }).then(
        (warning) => warning !== null && toast.error(warning),
        (thrown: unknown) => toast.error(thrown instanceof Error ? thrown.message : String(thrown)),
      );
    },
    importFile: () => void importFile(),
    turnPeelChains() {
      const draft = turnPeelChains(document(), () => crypto.randomUUID());
      if (draft) actions.act(draft);
      else toast.error(flowTexts.noPeelChain);
    },
    clearAll: () => onDialog({ kind: 'clear' }),
    clearNow() {
      const ids = allRecords(document()).map(({ id }) => id);
      const draft = clearAll(document(), ids);
      if (draft) actions.act(draft);
    },
    showSettings: () => onDialog({ kind: 'settings' }),
    showTutorial: () => onDialog({ kind: 'tutorial' }),
    addCustom(label) {
      const { view } = store.getState().tools;
      const { width, height } = store.size();
      const x = Math.round((width / 2 - view.x) / view.zoom);
      const middle = Math.round((height / 2 - view.y) / view.zoom);
      const record = customNode(crypto.randomUUID(), label, { x, y: freeBelow(document(), x, middle) });
      const title = `Add ${label}`.slice(0, 200);
      if (actions.act({ title, changes: [{ change: 'create', record }] })) actions.choose(record.id);
    },
    writeNote(on, text) {
      const author = `${name} ${surname}`.trim();
      const record: Note = { kind: 'note', id: crypto.randomUUID(), on, text, author, time: now() };
      actions.act({ title: 'Add note', changes: [{ change: 'create', record }] });
    },
  };
}
