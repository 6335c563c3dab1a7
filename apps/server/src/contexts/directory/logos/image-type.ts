import type { LogoType } from '@hopscope/contract';

const startsWith = (bytes: Uint8Array, start: readonly number[], at = 0): boolean =>
  start.every((byte, i) => bytes[at + i] === byte);

/**
 * Returns the type of an image from its first bytes, regardless of its declared type; undefined: not allowed (SVG can
 * contain scripts).
 */
export function imageType(bytes: Uint8Array): LogoType | undefined {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(bytes, [0x47, 0x49, 0x46, 0x38]) && startsWith(bytes, [0x61], 5)) return 'image/gif';
  const riff = startsWith(bytes, [0x52, 0x49, 0x46, 0x46]);
  return riff && startsWith(bytes, [0x57, 0x45, 0x42, 0x50], 8) ? 'image/webp' : undefined;
}
