/** An opaque picture, one number per pixel: `0xAABBGGRR`. */
export interface Pixels {
  readonly data: Uint32Array;
  readonly width: number;
  readonly height: number;
}

/** Converts `0xRRGGBB` to an opaque pixel. */
export function pixelOf(color: number): number {
  return (0xff000000 | ((color & 0xff) << 16) | (color & 0xff00) | ((color >> 16) & 0xff)) >>> 0;
}

/** Mixes a color (`0xRRGGBB`) into the pixel at an index; `alpha` 0 to 256. */
function mix(data: Uint32Array, at: number, color: number, alpha: number): void {
  const below = data[at] ?? 0;
  const keep = 256 - alpha;
  const r = ((below & 0xff) * keep + ((color >> 16) & 0xff) * alpha) >> 8;
  const g = (((below >> 8) & 0xff) * keep + ((color >> 8) & 0xff) * alpha) >> 8;
  const b = (((below >> 16) & 0xff) * keep + (color & 0xff) * alpha) >> 8;
  data[at] = (0xff000000 | (b << 16) | (g << 8) | r) >>> 0;
}

/**
 * Draws a line one pixel wide with smooth edges (Wu 1991); parts outside are left out. Coordinates in pixels, `alpha` 0 to 1.
 */
export function drawLine(
  { data, width, height }: Pixels,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  color: number,
  alpha: number,
): void {
  const steep = Math.abs(y1 - y0) > Math.abs(x1 - x0);
  let [a0, b0, a1, b1] = steep ? [y0, x0, y1, x1] : [x0, y0, x1, y1];
  if (a0 > a1) [a0, b0, a1, b1] = [a1, b1, a0, b0];
  const [along, across] = steep ? [height, width] : [width, height];
  const slope = a1 === a0 ? 0 : (b1 - b0) / (a1 - a0);
  const [strideA, strideB] = steep ? [width, 1] : [1, width];
  const full = alpha * 256;
  const end = Math.min(along - 1, Math.floor(a1));
  for (let a = Math.max(0, Math.ceil(a0)); a <= end; a++) {
    const b = b0 + slope * (a - a0);
    const floor = Math.floor(b);
    const part = b - floor;
    const at = a * strideA + floor * strideB;
    if (floor >= 0 && floor < across) mix(data, at, color, full * (1 - part));
    if (floor + 1 >= 0 && floor + 1 < across) mix(data, at + strideB, color, full * part);
  }
}

/** Draws a disc with a smooth edge; coordinates and radius in pixels. */
export function drawDisc(
  { data, width, height }: Pixels,
  x: number,
  y: number,
  radius: number,
  color: number,
): void {
  const reach = radius + 1;
  const [left, right] = [Math.max(0, Math.floor(x - reach)), Math.min(width - 1, Math.ceil(x + reach))];
  const [top, bottom] = [Math.max(0, Math.floor(y - reach)), Math.min(height - 1, Math.ceil(y + reach))];
  const pixel = pixelOf(color);
  const inside = Math.max(0, radius - 0.5) ** 2;
  const outside = (radius + 0.5) ** 2;
  for (let row = top; row <= bottom; row++) {
    const dy = (row - y) ** 2;
    for (let column = left; column <= right; column++) {
      const square = (column - x) ** 2 + dy;
      if (square >= outside) continue;
      const at = row * width + column;
      if (square <= inside) data[at] = pixel;
      else mix(data, at, color, (radius + 0.5 - Math.sqrt(square)) * 256);
    }
  }
}
