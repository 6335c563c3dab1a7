import { type CanvasDocument, createHitIndex, type HitIndex } from '@hopscope/canvas';
import type { RenderModel } from './render-model.ts';
import { type RenderOptions, toRenderModel } from './to-render-model.ts';

interface Drawn {
  readonly renderModel: RenderModel;
  readonly index: HitIndex;
}

type DrawnOptions = Omit<RenderOptions, 'shares'> & {
  readonly overlay: Pick<RenderOptions, 'shares'> | null;
};

/** Returns a memoized function that creates the render model of a document and its spatial index. */
export function createDrawn(): (document: CanvasDocument, options: DrawnOptions) => Drawn {
  let of: readonly unknown[] = [];
  let drawn: Drawn | undefined;
  return (document, { aggregated, time, overlay, unfolded }) => {
    const made = [document, aggregated, time, overlay, unfolded];
    if (drawn && made.every((each, i) => each === of[i])) return drawn;
    const shares = overlay?.shares ?? null;
    const renderModel = toRenderModel(document, { aggregated, time, unfolded, shares });
    of = made;
    drawn = {
      renderModel,
      index: createHitIndex(renderModel.nodes, renderModel.edges, renderModel.drawings),
    };
    return drawn;
  };
}
