const inter = '"Inter Variable", sans-serif';
const mono = '"JetBrains Mono Variable", monospace';

/** Fonts of the canvas, in world pixels. */
export const face = {
  name: `500 12px ${inter}`,
  address: `400 10.5px ${mono}`,
  letters: `600 13px ${inter}`,
  score: `600 10.5px ${inter}`,
  amount: `500 11.5px ${inter}`,
  count: `400 11px ${inter}`,
  note: `500 14px ${inter}`,
} as const;

/** Waits for the page's fonts; otherwise letters would be drawn in fallback fonts. */
export async function loadFaces(): Promise<void> {
  await Promise.allSettled(Object.values(face).map((font) => document.fonts.load(font)));
}

const widths = new Map<string, number>();
/** Maximum number of stored widths. */
const most = 20_000;

/** Returns the width of a text in pixels of its font. */
export function widthOf(context: CanvasRenderingContext2D, font: string, text: string): number {
  const key = `${font}\n${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  context.font = font;
  const { width } = context.measureText(text);
  if (widths.size >= most) widths.clear();
  widths.set(key, width);
  return width;
}
