import type { SvgTheme } from './svg-theme.ts';
import { element, xmlText } from './xml.ts';

const row = 22;
const padding = 14;
export const legendWidth = 300;

type Entry = readonly [mark: (x: number, y: number, theme: SvgTheme) => string, words: string];

const ring =
  (color: (theme: SvgTheme) => string, dashed: boolean): Entry[0] =>
  (x, y, theme) =>
    element('circle', {
      cx: x,
      cy: y,
      r: 7,
      fill: theme.surface,
      stroke: color(theme),
      'stroke-width': 2.5,
      'stroke-dasharray': dashed ? '2 3' : null,
    });

const entries: readonly Entry[] = [
  [ring(({ risk }) => risk.high, false), 'High risk: 70 to 100 (score next to the node)'],
  [ring(({ risk }) => risk.medium, false), 'Medium risk: 40 to 69'],
  [ring(({ risk }) => risk.low, false), 'Low risk: 0 to 39'],
  [ring(({ risk }) => risk.unknown, true), 'Risk unknown'],
  [
    (x, y, theme) => element('circle', { cx: x, cy: y, r: 3, fill: theme.text }),
    'Dot in a node: traced address',
  ],
  [
    (x, y, { edge }) =>
      element('path', {
        d: `M${x - 9} ${y}h16m-4 -4l4 4l-4 4`,
        fill: 'none',
        stroke: edge,
        'stroke-width': 2,
      }),
    'Transfers with total; × number',
  ],
  [
    (x, y, { edge }) =>
      element('path', {
        d: `M${x - 9} ${y}h16m-4 -4l4 4l-4 4`,
        fill: 'none',
        stroke: edge,
        'stroke-width': 2,
        'stroke-dasharray': '4 2',
      }),
    'Became another asset, or crossed to another chain',
  ],
];

/** Rows of text under the picture: what marks mean, then lines of the caption. Returns the drawing and its height. */
export function legendOf(
  theme: SvgTheme,
  caption: readonly string[],
  { x, y }: { x: number; y: number },
): { svg: string; height: number } {
  const height = 2 * padding + row * (entries.length + caption.length);
  const frame = element('rect', {
    x,
    y,
    width: legendWidth,
    height,
    rx: 8,
    fill: theme.surface,
    stroke: theme.border,
  });
  const lineAt = (i: number): number => y + padding + row * i + row / 2;
  const marks = entries.flatMap(([mark, words], i) => [
    mark(x + padding + 9, lineAt(i), theme),
    element('text', { x: x + padding + 30, y: lineAt(i) + 4, fill: theme.text, 'font-size': 12 }, [
      xmlText(words),
    ]),
  ]);
  const lines = caption.map((words, i) =>
    element(
      'text',
      { x: x + padding, y: lineAt(entries.length + i) + 4, fill: theme.faint, 'font-size': 11 },
      [xmlText(words)],
    ),
  );
  return { svg: element('g', {}, [frame, ...marks, ...lines]), height };
}
