import { Buffer, BufferUsage } from 'pixi.js';

/** Creates a buffer with one part per drawn instance. */
export function instanceBuffer(data: Float32Array | Uint8Array): Buffer {
  return new Buffer({ data, usage: BufferUsage.VERTEX | BufferUsage.COPY_DST, shrinkToFit: false });
}

/** Returns red, green, and blue, each 0 to 1. */
export function partsOf(color: number): Float32Array {
  return new Float32Array([(color >> 16) & 255, (color >> 8) & 255, color & 255].map((part) => part / 255));
}

/** Writes a color into four bytes; `alpha` 0 to 255. */
export function writeColor(bytes: Uint8Array, at: number, color: number, alpha = 255): void {
  bytes[at] = (color >> 16) & 255;
  bytes[at + 1] = (color >> 8) & 255;
  bytes[at + 2] = color & 255;
  bytes[at + 3] = alpha;
}
