import {
  describeNode,
  allOf,
  getOf,
  nextTitles,
  renameNode,
  setFolded as setGroupFolded,
  type Intent,
} from '@hopscope/canvas';
import { type Blockchain, chainOf } from '@hopscope/domain';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { isSmallAndLow } from '../../../lib/browser/use-media.ts';
import { useThemeName } from '../../../lib/services.ts';
import { HopLoader } from '../../../ui/feedback/HopLoader.tsx';
import { ScreenReaderText } from '../../../ui/text/ScreenReaderText.tsx';
import { documentOfState, mayRedo, mayUndo, type CanvasStore } from '../model/canvas-store.ts';
import { receivedFrom } from '../model/from-traced.ts';
import { emphasisOf } from '../model/to-render-model.ts';
import { mayRename } from '../model/node-labels.ts';
import { type Collaboration, noCollaboration } from '../model/collaboration.ts';
import { flowTexts } from '../model/texts.ts';
import { type FlowPanel, nowhere } from '../model/view-state.ts';
import { centerOn, firstView, readable } from '../model/views.ts';
import type { FrameFigures } from '../scene/frame-figures.ts';
import { AddressField } from './panels/AddressField.tsx';
import { CanvasStage } from './canvas/CanvasStage.tsx';
import { CanvasToolbar } from './canvas/CanvasToolbar.tsx';
import documents from './documents/Documents.module.css';
import { DocumentChip } from './documents/DocumentChip.tsx';
import { DocumentsList } from './documents/DocumentsList.tsx';
import { Cursors, People } from './documents/Presence.tsx';
import { RefusedDialog } from './documents/RefusedDialog.tsx';
import { useFollow } from './documents/use-follow.ts';
import { useVersion } from './documents/use-version.ts';
import { VersionBar } from './documents/VersionBar.tsx';
import { VersionsPanel } from './documents/VersionsPanel.tsx';
import { DebugPanel } from './panels/DebugPanel.tsx';
import { DrawingToolbar } from './canvas/DrawingToolbar.tsx';
import { EmptyCanvas } from './canvas/EmptyCanvas.tsx';
import { Legend } from './canvas/Legend.tsx';
import { EntityPanel } from './panels/EntityPanel.tsx';
import type { FlowTracePageProps } from './FlowTracePage.tsx';
import css from './FlowTracePage.module.css';
import { Panels } from './panels/Panels.tsx';
import { SavedLine } from './SavedLine.tsx';
import { SidePanel } from './panels/SidePanel.tsx';
import { useCommands } from './use-commands.ts';
import { coveredIn } from './canvas/covered.ts';
import type { NextStepActions } from './canvas/NextSteps.tsx';
import { ToolRail } from './canvas/ToolRail.tsx';
import { useCanvasSettings } from './canvas/use-canvas-settings.ts';
import { useNodes } from './canvas/use-nodes.ts';
import type { Painter } from './canvas/use-scene.ts';
import { useCanvasRoute } from './use-canvas-route.ts';
import { useSize } from './canvas/use-size.ts';
import { type Picked, useTracing } from './use-tracing.ts';
import type { Finish } from './panels/AutoPanel.tsx';
import { SettingsDialog } from './dialogs/SettingsDialog.tsx';
import { type OpenDialog, WorkspaceDialogs } from './dialogs/WorkspaceDialogs.tsx';

/** Canvas, panels, and toolbars of a loaded document. */
export function Workspace({
  store,
  collaboration,
  route,
  onRoute,
  teamNotes,
}: FlowTracePageProps & { store: CanvasStore; collaboration: Collaboration | null }) {
  const canvas = useRef<HTMLElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [runs, setRuns] = useState(0);
  const figures = useRef<(() => FrameFigures) | null>(null);
  const [settings, setSettings] = useCanvasSettings();
  const [painter, setPainter] = useState<Painter | null>(null);
  const size = useSize(stage);
  const theme = useThemeName();
  // Excludes what changes with every pointer move.
  const state = useStore(
    store,
    useShallow(({ replica, aggregated, edgeColor, time, log, saved, preview, locked }) => ({
      preview,
      locked,
      replica,
      aggregated,
      edgeColor,
      time,
      log,
      saved,
    })),
  );
  const { tool, color, selection, focus, writing } = useStore(
    store,
    useShallow(({ tools }) => ({
      tool: tools.tool,
      color: tools.color,
      selection: tools.selection,
      focus: tools.focus,
      writing: tools.action?.doing === 'write',
    })),
  );
  const document = documentOfState(state);
  const renderModel = useStore(store, store.renderModel);
  const emphasis = useMemo(() => emphasisOf(renderModel, selection), [renderModel, selection]);
  const { chosen, shown, starts } = useNodes(document, selection, focus);
  const [folded, setFolded] = useState(isSmallAndLow);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const tracing = useTracing(store);
  const empty = document.records.size === 0;
  const peelFolded = allOf(document, 'group').some((one) => one.purpose === 'peel_chain' && one.folded);
  const untouched = empty && !tracing.busy;
  /** Whether there is an action to undo or redo. */
  const began = state.replica.view.history.length > 0;
  const titles = nextTitles(state.replica.view.history);
  const documentId = useStore(collaboration ?? noCollaboration, ({ details }) => details?._id);
  const version = useVersion(store, collaboration, documentId, route.version);
  useFollow(store, collaboration, documentId, stage);
  const openPanel = (panel: FlowPanel | undefined): void => onRoute({ panel });
  const commands = useCommands({ store, onDialog: setDialog, covered: () => coveredIn(canvas.current) });

  useEffect(() => store.actions.resize(size.width, size.height), [store, size]);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || size.width === 0 || empty) return;
    begun.current = true;
    const now = store.getState();
    const view = firstView(store.renderModel(now), now.tools.focus, store.size(), coveredIn(canvas.current));
    store.actions.dispatch({ type: 'view', view });
  }, [size.width, empty]);

  async function trace(chain: Blockchain, address: string) {
    const id = await tracing.trace(chain, address);
    const node = show(id);
    onRoute({ address: node?.address ?? address, node: id }, route.address === undefined);
  }
  useCanvasRoute({ route, onRoute }, store, (address) => {
    void trace(chainOf(address), address);
  });

  function intent(one: Intent) {
    switch (one.intent) {
      case 'tree':
        return openPanel(route.panel === 'tree' ? undefined : 'tree');
      case 'fit':
        return commands.resetView();
      case 'peel':
        return commands.turnPeelChains();
      case 'undo':
      case 'redo':
        return;
      case 'open':
        if (one.id.startsWith('entity:')) return commands.unfoldService(one.id.slice('entity:'.length));
        if (getOf(document, 'group', one.id)) {
          return store.actions.act({ title: 'Unfold', changes: setGroupFolded(document, one.id, false) });
        }
        store.actions.choose(one.id);
        return setFolded(false);
      case 'expand':
        return setDialog({ kind: 'expand', id: one.id });
      case 'rename': {
        const node = getOf(document, 'node', one.id);
        if (node && mayRename(node)) setDialog({ kind: 'rename', id: one.id });
      }
    }
  }

  /** Opens another document, with a step for the browser's back button. */
  function open(id: string): void {
    onRoute({ ...nowhere, document: id }, false);
  }

  function show(id: string) {
    store.actions.choose(id);
    const node = getOf(documentOfState(store.getState()), 'node', id);
    const zoom = Math.max(readable, store.getState().tools.view.zoom);
    if (node) store.actions.dispatch({ type: 'view', view: centerOn(node, zoom, store.size()) });
    return node;
  }

  /** Waits until the canvas has the size that it has beside its panels. */
  const fitSoon = () => requestAnimationFrame(() => requestAnimationFrame(commands.fitAdded));

  const add = (id: string, picked: Picked): Promise<unknown> => tracing.add(id, picked).then(fitSoon);
  const finish: Finish = async (...result) => {
    const fresh = allOf(document, 'connection').length === 0;
    await tracing.take(...result);
    if (fresh) commands.tidy();
    fitSoon();
  };

  const nextSteps: NextStepActions = {
    autoTrace: () => {
      if (shown) store.actions.choose(shown.id);
      openPanel('auto');
      setRuns((before) => before + 1);
    },
    expand: () => shown && setDialog({ kind: 'expand', id: shown.id }),
    findPath: () => openPanel('path'),
  };
  const isDrawn = (id: string): boolean => getOf(document, 'connection', id) !== undefined;

  return (
    <div className={css.page} data-panel={route.panel !== undefined}>
      <ScreenReaderText as="h1">FlowTrace</ScreenReaderText>
      {!empty && (
        <EntityPanel
          node={shown}
          summary={shown ? describeNode(document, shown.id) : null}
          received={shown ? receivedFrom(document, shown.id) : []}
          busy={tracing.busy}
          folded={folded}
          isDrawn={isDrawn}
          onFold={setFolded}
          onRename={() => shown && setDialog({ kind: 'rename', id: shown.id })}
          onNotes={() => shown && setDialog({ kind: 'notes', id: shown.id })}
          nextSteps={nextSteps}
          onAdd={(picked) => void (shown && add(shown.id, picked))}
        />
      )}
      <section ref={canvas} className={css.canvas} aria-label="FlowTrace canvas" aria-busy={tracing.busy}>
        <CanvasStage
          container={stage}
          size={size}
          store={store}
          renderModel={renderModel}
          emphasis={emphasis}
          figures={figures}
          choice={settings.drawing}
          onPainter={setPainter}
          description={focus === null ? '' : (describeNode(document, focus)?.words ?? '')}
          onIntent={intent}
          onTree={() => openPanel('tree')}
        />
        {untouched && (
          <EmptyCanvas
            onTrace={(chain, address) => void trace(chain, address)}
            onTutorial={() => setDialog({ kind: 'tutorial' })}
            onImport={commands.importFile}
          >
            {collaboration && (
              <DocumentsList
                quiet
                organizationId={collaboration.organizationId}
                onOpen={open}
                onGone={() => {}}
              />
            )}
          </EmptyCanvas>
        )}
        {collaboration && <Cursors store={store} collaboration={collaboration} renderModel={renderModel} />}
        {(!untouched || began || documentId !== undefined) && (
          <>
            {(!untouched || documentId !== undefined) && (
              <div className={css.topLeft}>
                {collaboration && (
                  <>
                    <DocumentChip
                      collaboration={collaboration}
                      onOpen={open}
                      onNew={() => onRoute({ ...nowhere }, false)}
                      onVersions={() => openPanel('versions')}
                    />
                    <People collaboration={collaboration} />
                  </>
                )}
                {!untouched && (
                  <AddressField
                    document={document}
                    onTrace={(chain, address) => void trace(chain, address)}
                    onFind={show}
                  />
                )}
              </div>
            )}
            <div className={css.topRight}>
              <CanvasToolbar
                store={store}
                aggregated={state.aggregated}
                edgeColor={state.edgeColor}
                empty={empty}
                peelFolded={peelFolded}
                commands={commands}
              />
            </div>
            <div className={css.lower}>
              <div className={css.bottomLeft} data-covers="corner">
                {settings.legend && !empty && (
                  <Legend renderModel={renderModel} onClose={() => setSettings({ legend: false })} />
                )}
                {!version && (
                  <SavedLine
                    saved={state.saved}
                    log={state.log}
                    where={collaboration ? 'On the server' : 'In this browser'}
                  />
                )}
              </div>
              <div className={css.bottom} data-covers="below">
                {version ? (
                  <VersionBar
                    version={version}
                    mayRestore={state.locked === null}
                    onBack={() => onRoute({ version: undefined })}
                  />
                ) : state.locked ? (
                  <p className={documents.reason} role="note">
                    {state.locked.reason}
                  </p>
                ) : (
                  <DrawingToolbar
                    tool={tool}
                    color={color}
                    undo={mayUndo(state) ? { title: titles.undo ?? '', act: store.actions.undo } : null}
                    redo={mayRedo(state) ? { title: titles.redo ?? '', act: store.actions.redo } : null}
                    onTool={(next) => store.actions.dispatch({ type: 'choose', tool: next })}
                    onColor={(next) => store.actions.dispatch({ type: 'color', color: next })}
                  />
                )}
              </div>
              <div className={css.bottomRight} data-covers="corner">
                <DebugPanel
                  renderModel={renderModel}
                  store={store}
                  size={size}
                  theme={theme}
                  figures={settings.frameTimes ? figures : null}
                />
              </div>
            </div>
          </>
        )}
        {tracing.busy && (
          <div className={css.overlay}>
            <HopLoader text={flowTexts.tracing} />
          </div>
        )}
      </section>
      {route.panel === 'versions' && collaboration && (
        <SidePanel panel="versions" onClose={() => onRoute({ panel: undefined })}>
          <VersionsPanel
            store={store}
            collaboration={collaboration}
            version={version}
            onVersion={(number) => onRoute({ version: number })}
            onChoose={show}
          />
        </SidePanel>
      )}
      <Panels
        panel={route.panel === 'versions' ? undefined : route.panel}
        store={store}
        collaboration={collaboration}
        document={document}
        chosen={chosen}
        starts={starts}
        selection={selection}
        time={state.time}
        log={state.log}
        runs={runs}
        onFinish={finish}
        onChoose={show}
        onSelect={(ids) => store.actions.dispatch({ type: 'select', ids, focus: null })}
        onTrace={(chain, address) => void trace(chain, address)}
        onClose={() => onRoute({ panel: undefined })}
      />
      {!empty && <ToolRail panel={route.panel} onPanel={openPanel} />}
      <SettingsDialog
        open={dialog?.kind === 'settings'}
        settings={settings}
        painter={painter}
        onChange={setSettings}
        onClose={() => setDialog(null)}
      />
      <RefusedDialog store={store} theme={theme} />
      <WorkspaceDialogs
        dialog={writing ? { kind: 'text' } : dialog}
        store={store}
        document={document}
        busy={tracing.busy}
        isDrawn={isDrawn}
        commands={commands}
        teamNotes={teamNotes}
        onAddress={(chain, address) => void trace(chain, address)}
        onAdd={add}
        onRename={(id, name) => {
          const draft = renameNode(document, id, name);
          if (draft) store.actions.act(draft);
        }}
        onClose={() => {
          if (writing) store.actions.dispatch({ type: 'cancel' });
          setDialog(null);
        }}
      />
    </div>
  );
}
