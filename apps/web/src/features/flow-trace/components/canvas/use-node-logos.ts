import { type RefObject, useEffect, useMemo } from 'react';
import { useLogos } from '../../../../lib/directory/use-logo.ts';
import type { RenderModel } from '../../model/render-model.ts';
import { roundLogo } from '../../scene/round-logo.ts';
import type { Scene } from '../../scene/create-scene.ts';
import type { Painter } from './use-scene.ts';

/** Maximum number of entities with a logo on one canvas; others show letters. */
const mostLogos = 100;

/** Loads the logos of drawn entities from this server into the scene; until then, letters are shown. */
export function useNodeLogos(
  renderModel: RenderModel,
  scene: RefObject<Scene | null>,
  /** What paints; null: no scene yet. */
  painter: Painter | null,
): void {
  const names = [...new Set(renderModel.nodes.flatMap(({ logo }) => logo ?? []))].sort().slice(0, mostLogos);
  const key = JSON.stringify(names);
  const entityIds = useMemo((): string[] => JSON.parse(key), [key]);
  const urls = useLogos(entityIds);
  useEffect(() => {
    if (painter === null || urls.size === 0) return;
    let gone = false;
    const load = async () => {
      const made = await Promise.all(
        [...urls].map(async ([id, url]) => [id, await roundLogo(url).catch(() => null)] as const),
      );
      if (gone) return;
      scene.current?.logos(new Map(made.flatMap(([id, image]) => (image ? [[id, image] as const] : []))));
    };
    void load();
    return () => {
      gone = true;
    };
  }, [urls, scene, painter]);
}
