import { BitmapFont, BitmapText, type TextStyleFontWeight } from 'pixi.js';

interface Face {
  readonly family: string;
  readonly weight: TextStyleFontWeight;
  readonly size: number;
}

const faces = {
  name: { family: 'Inter Variable', weight: '500', size: 12 },
  address: { family: 'JetBrains Mono Variable', weight: '400', size: 10.5 },
  letters: { family: 'Inter Variable', weight: '600', size: 13 },
  score: { family: 'Inter Variable', weight: '600', size: 10.5 },
  amount: { family: 'Inter Variable', weight: '500', size: 11.5 },
  count: { family: 'Inter Variable', weight: '400', size: 11 },
  note: { family: 'Inter Variable', weight: '500', size: 14 },
} as const satisfies Record<string, Face>;
export type FaceName = keyof typeof faces;

/** Resolutions of letters in screen pixels per world pixel. */
export const sharpnesses = [1, 2, 4, 8] as const;

/** Returns the resolution of letters for a zoom: the next larger one. */
export function sharpnessFor(zoom: number, pixelRatio: number): number {
  return sharpnesses.find((each) => each >= zoom * pixelRatio * 0.99) ?? 8;
}

/** Waits for the page's fonts; otherwise letters would be drawn in fallback fonts. */
export async function loadFaces(): Promise<void> {
  const wanted = Object.values(faces).map(({ family, weight, size }) => `${weight} ${size}px "${family}"`);
  await Promise.allSettled(wanted.map((font) => document.fonts.load(font)));
}

const installed = new Set<string>();

function fontOf(face: FaceName, sharpness: number): string {
  const name = `flow-${face}-${sharpness}`;
  if (installed.has(name)) return name;
  installed.add(name);
  const { family, weight, size } = faces[face];
  BitmapFont.install({
    name,
    // White: every text sets its own tint.
    style: { fontFamily: [family, 'sans-serif'], fontWeight: weight, fontSize: size, fill: 0xffffff },
    chars: [[' ', '~'], '…×−+·'],
    resolution: sharpness,
    padding: 2,
    skipKerning: true,
  });
  return name;
}

/** Creates a line of text with letters from a shared texture. */
export function textOf(text: string, face: FaceName, sharpness: number, color: number): BitmapText {
  const { size } = faces[face];
  return new BitmapText({
    text,
    style: { fontFamily: fontOf(face, sharpness), fontSize: size, fill: color },
  });
}

/** Discards the fonts after a lost graphics context, so that they are recreated. */
export function forgetFaces(): void {
  for (const name of installed) BitmapFont.uninstall(name);
  installed.clear();
}
