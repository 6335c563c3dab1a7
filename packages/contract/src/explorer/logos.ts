import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Largest logo that is fetched, in bytes. */
export const logoMaxBytes = 1_000_000;
/** Accepted image types, detected from the first bytes. */
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type LogoType = (typeof logoTypes)[number];
/** logos are cached for five minutes. */
export const logoCacheSeconds = 300;

export const getEntityLogo = endpoint({
  id: 'getEntityLogo',
  method: 'GET',
  path: '/sot/logo/:entityId',
  access: 'user',
  scope: 'read',
  tag: 'directory',
  summary: 'Logo of an entity, fetched from the address in its record',
  description:
    'PNG, JPEG, WebP, or GIF up to 1 MB. 404 if the entity has no logo, or its logo cannot be fetched or has another format; in that case, use the image in `fallback_logo`.',
  params: z.object({ entityId: z.string().min(1).max(100) }),
  answers: 'image/*',
  response: z.unknown(),
});

export const logoEndpoints = { getEntityLogo } as const;
