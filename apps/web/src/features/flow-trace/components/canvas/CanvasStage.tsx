import type { ToolName, Intent } from '@hopscope/canvas';
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useId } from 'react';
import { useStore } from 'zustand';
import { useSingleKeys } from '../../../../lib/browser/single-keys.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { ScreenReaderText } from '../../../../ui/text/ScreenReaderText.tsx';
import type { CanvasStore } from '../../model/canvas-store.ts';
import { drawingWords } from '../../model/drawing-labels.ts';
import type { Emphasis, RenderModel } from '../../model/render-model.ts';
import type { FrameFigures } from '../../scene/frame-figures.ts';
import css from '../FlowTracePage.module.css';
import { useNodeLogos } from './use-node-logos.ts';
import type { DrawingChoice } from './use-canvas-settings.ts';
import { type Painter, useScene } from './use-scene.ts';

function cursorOf(tool: ToolName, panning: boolean): string {
  if (panning) return 'pan';
  if (tool === 'hand') return 'hand';
  return tool === 'select' ? 'point' : 'draw';
}

/** Returns whether a key is a single-key shortcut, which can be turned off. */
const isLetter = (key: string): boolean => /^[a-z0-9+=-]$/i.test(key);

const keysText =
  'Arrow keys move between nodes. Enter opens details, E expands, Delete removes, Control Z undoes, Control Shift Z redoes, plus and minus zoom. L, R, O, and X select drawing tools: Enter starts in the center, arrow keys resize, Shift and arrow keys move, Enter finishes. P folds and unfolds peel chains. T opens the tree view, a text version of the canvas.';

/** The drawn canvas with its pointer and keyboard input. */
export function CanvasStage({
  container,
  size,
  store,
  renderModel,
  emphasis,
  figures,
  choice,
  onPainter,
  description,
  onIntent,
  onTree,
}: {
  container: RefObject<HTMLDivElement | null>;
  size: { width: number; height: number };
  store: CanvasStore;
  renderModel: RenderModel;
  emphasis: Emphasis;
  /** Receives a function that measures frame times. */
  figures: RefObject<(() => FrameFigures) | null>;
  choice: DrawingChoice;
  /** Receives what paints once it is known. */
  onPainter: (painter: Painter) => void;
  /** Announced to screen readers when the keyboard moves to another node. */
  description: string;
  onIntent: (intent: Intent) => void;
  onTree: () => void;
}) {
  const id = useId();
  const singleKeys = useSingleKeys();
  const cursor = useStore(store, ({ tools }) => cursorOf(tools.tool, tools.action?.doing === 'pan'));
  const drawing = useStore(store, ({ tools }) => drawingWords(tools));
  const { state, scene, painter } = useScene(container, size, store, { renderModel, emphasis }, choice);
  useNodeLogos(renderModel, scene, painter);
  useEffect(() => {
    if (painter) onPainter(painter);
  }, [painter, onPainter]);
  useEffect(() => {
    figures.current = () => scene.current?.figures() ?? { frames: 0, median: 0, worst: 0, last: 0 };
  }, [figures, scene]);

  function at(event: { clientX: number; clientY: number }): { x: number; y: number } {
    const box = container.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  }

  function point(type: 'down' | 'move' | 'up') {
    return (event: PointerEvent<HTMLDivElement>) => {
      if (type === 'down') event.currentTarget.setPointerCapture(event.pointerId);
      const intent = store.actions.dispatch({
        type,
        ...at(event),
        button: event.button,
        shift: event.shiftKey,
      });
      if (intent) onIntent(intent);
    };
  }

  // A passive listener can't prevent the page from scrolling.
  useEffect(() => {
    const own = container.current;
    function wheel(event: WheelEvent): void {
      event.preventDefault();
      store.actions.dispatch({ type: 'wheel', ...at(event), delta: event.deltaY });
    }
    own?.addEventListener('wheel', wheel, { passive: false });
    return () => own?.removeEventListener('wheel', wheel);
  }, [container, store]);

  function press(event: KeyboardEvent) {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    const control = ctrlKey || metaKey;
    if (isLetter(key) && !control && !singleKeys) return;
    // Connections come from the ledger: no tool draws them.
    if (key.toLowerCase() === 'c' && !control) return;
    if (key === 'Tab' || key === 'Control' || key === 'Shift' || (control && key.toLowerCase() === 'k'))
      return;
    const before = store.getState();
    const intent = store.actions.dispatch({ type: 'key', key, shift: shiftKey, control, alt: altKey });
    if (intent) onIntent(intent);
    if (!intent && before === store.getState()) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <>
      <div
        ref={container}
        className={css.stage}
        role="application"
        aria-label="Canvas"
        aria-describedby={`${id}-keys`}
        // It is a control: arrow keys move in it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        data-cursor={cursor}
        data-renderer={state}
        onPointerDown={point('down')}
        onPointerMove={point('move')}
        onPointerUp={point('up')}
        onPointerCancel={() => store.actions.dispatch({ type: 'cancel' })}
        onDoubleClick={(event) => {
          const intent = store.actions.dispatch({ type: 'double', ...at(event) });
          if (intent) onIntent(intent);
        }}
        onKeyDown={press}
      />
      <div id={`${id}-keys`}>
        <ScreenReaderText>{keysText}</ScreenReaderText>
      </div>
      <div aria-live="polite">
        <ScreenReaderText>{drawing ?? description}</ScreenReaderText>
      </div>
      {state === 'none' && (
        <div className={css.message}>
          <div role="alert">
            <p>
              <b>Canvas not supported</b>
            </p>
            <p>This browser cannot draw a canvas. Use the tree view, which has all content and functions.</p>
            <Button size="small" onClick={onTree}>
              Open tree view
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
