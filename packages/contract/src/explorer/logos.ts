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
  tag: 'directory',
  summary: 'Logo of an entity, fetched from the address in its record',
  description:
    'PNG, JPEG, WebP, or GIF up to 1 MB. 404 if the entity has none or it cannot be fetched or is not such an image; use the image of `fallback_logo` then.',
  params: z.object({ entityId: z.string().min(1).max(100) }),
  answers: 'image/*',
  response: z.unknown(),
});

export const logoEndpoints = { getEntityLogo } as const;
