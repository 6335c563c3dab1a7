import type { Hue } from '../model/render-model.ts';

const names = {
  ground: '--bg-base',
  node: '--bg-2',
  nodeLine: '--line-strong',
  track: '--line',
  edge: '--line-control',
  guide: '--line-subtle',
  labelLine: '--line',
  text: '--text-1',
  quiet: '--text-3',
  accent: '--accent',
  accentText: '--accent-text',
  accentLine: '--accent-line',
  high: '--risk-high-mark',
  highText: '--risk-high',
  highTint: '--risk-high-tint',
  highLine: '--risk-high-line',
  medium: '--risk-medium-mark',
  mediumText: '--risk-medium',
  mediumTint: '--risk-medium-tint',
  mediumLine: '--risk-medium-line',
  low: '--risk-low-mark',
  lowText: '--risk-low',
  lowTint: '--risk-low-tint',
  lowLine: '--risk-low-line',
  unknown: '--risk-unknown-mark',
} as const;

const hueNames: Readonly<Record<Exclude<Hue, 'ink'>, string>> = {
  exchange: '--ent-exchange',
  custody: '--ent-custody',
  mining: '--ent-mining',
  payment: '--ent-payment',
  defi: '--ent-defi',
  mixing: '--ent-mixing',
  gambling: '--ent-gambling',
  other: '--ent-other',
};

export type SceneColors = Readonly<Record<keyof typeof names, number>> & {
  readonly hues: Readonly<Record<Hue, number>>;
};

/** Parses `#rrggbb` (or `#rgb`) to a number. */
export function colorNumber(text: string): number {
  const hex = text.trim().replace('#', '');
  const full = hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex;
  return Number.parseInt(full, 16) || 0;
}

/** Reads the colors of the page's current theme. */
export function readColors(element: Element): SceneColors {
  const style = getComputedStyle(element);
  const read = (name: string): number => colorNumber(style.getPropertyValue(name));
  const plain = Object.fromEntries(Object.entries(names).map(([key, name]) => [key, read(name)]));
  const hues = Object.fromEntries(Object.entries(hueNames).map(([key, name]) => [key, read(name)]));
  return { ...plain, hues: { ...hues, ink: read('--text-1') } } as unknown as SceneColors;
}
