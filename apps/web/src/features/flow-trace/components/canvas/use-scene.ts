import { type RefObject, useEffect, useRef, useState } from 'react';
import { useThemeName } from '../../../../lib/services.ts';
import type { Emphasis, RenderModel } from '../../model/render-model.ts';
import type { CanvasStore } from '../../model/canvas-store.ts';
import { emptyOverlay, type InteractionOverlay, toOverlay } from '../../model/interaction-overlay.ts';
import type { Scene } from '../../scene/create-scene.ts';
import type { DrawingChoice } from './use-canvas-settings.ts';

export type SceneState = 'starting' | 'shown' | 'none';
/** What paints: the processor, or the graphics card. */
export type Painter = 'processor' | 'card';

/** Creates the scene on an element and keeps it in sync with picture and view. `none`: this browser can't draw it. */
export function useScene(
  container: RefObject<HTMLDivElement | null>,
  size: { width: number; height: number },
  store: CanvasStore,
  shown: { renderModel: RenderModel; emphasis: Emphasis },
  choice: DrawingChoice,
): { state: SceneState; scene: RefObject<Scene | null>; painter: Painter | null } {
  const scene = useRef<Scene | null>(null);
  const [state, setState] = useState<SceneState>('starting');
  const [painter, setPainter] = useState<Painter | null>(null);
  /** Frames were late with the graphics card. */
  const [late, setLate] = useState(false);
  const theme = useThemeName();
  const latest = useRef({ size, ...shown });
  latest.current = { size, ...shown };
  const measured = size.width > 0;

  useEffect(() => {
    const own = container.current;
    if (!own || !measured) return;
    let gone = false;
    const start = async () => {
      const [{ createScene }, { paintsWithoutCard }] = await Promise.all([
        import('../../scene/create-scene.ts'),
        import('../../scene/graphics.ts'),
      ]);
      if (gone) return;
      const processor = choice === 'processor' || (choice === 'automatic' && (late || paintsWithoutCard()));
      const made = await createScene(own, latest.current.size, {
        processor,
        onLate: () => choice === 'automatic' && setLate(true),
      });
      if (gone) return made.destroy();
      scene.current = made;
      const { renderModel, emphasis } = latest.current;
      made.look(store.getState().tools.view);
      made.show(renderModel, emphasis);
      setPainter(processor ? 'processor' : 'card');
      setState('shown');
    };
    start().catch((thrown: unknown) => {
      if (gone) return;
      console.warn('FlowTrace cannot draw here:', thrown);
      setState('none');
    });
    return () => {
      gone = true;
      scene.current?.destroy();
      scene.current = null;
    };
  }, [container, store, measured, choice, late]);

  // Moving the view or the pointer only draws; nothing else is rendered again.
  useEffect(() => {
    let { tools } = store.getState();
    let overlay: InteractionOverlay = emptyOverlay;
    return store.subscribe((now) => {
      if (now.tools === tools) return;
      if (now.tools.view !== tools.view) scene.current?.look(now.tools.view);
      tools = now.tools;
      const next = toOverlay(tools);
      if (next !== overlay) scene.current?.overlay(next);
      overlay = next;
    });
  }, [store]);

  const { renderModel, emphasis } = shown;
  useEffect(() => scene.current?.show(renderModel, emphasis), [renderModel, emphasis]);
  useEffect(() => scene.current?.resize(size.width, size.height), [size.width, size.height]);
  useEffect(() => scene.current?.recolor(), [theme]);
  return { state, scene, painter };
}
