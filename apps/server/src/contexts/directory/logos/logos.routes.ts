import { getEntityLogo, logoCacheSeconds } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function logoRoutes(
  { image }: Router,
  { logos, directory }: Pick<Context, 'logos' | 'directory'>,
): void {
  image(getEntityLogo, async (call) => ({
    ...(await logos.ofEntity(call.params.entityId, await directory.viewerOf(call))),
    maxAgeSeconds: logoCacheSeconds,
  }));
}
