/**
 * Draws the logos of the demo's fictional companies as PNG images, which the server shows like fetched ones.
 *
 * Use: npm run logos:demo
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { openBrowser } from './support/browser.ts';

const size = 96;
const folder = new URL('../../server/src/demo/logos/', import.meta.url);

const box = (color: string): string => `<rect width="96" height="96" fill="${color}"/>`;
const path = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;
const stroke = (d: string, color: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** Drawings by domain (without `.example`), on a square of 96. */
const drawings: Readonly<Record<string, string>> = {
  northwind:
    box('#0b3a66') +
    path('M48 12 62 48 48 42 34 48Z', '#7fd4ff') +
    path('M48 84 34 48 48 54 62 48Z', '#ffffff'),
  meridian:
    box('#0f766e') +
    stroke('M48 14a34 34 0 1 0 0 68a34 34 0 1 0 0-68', '#fff', 6) +
    stroke('M48 14c-20 18-20 50 0 68M48 14c20 18 20 50 0 68M15 48h66', '#b7f3e8', 5),
  kitsune:
    box('#fff4e8') +
    path('M14 16 40 34h16l26-18-4 42-30 26-30-26Z', '#e8590c') +
    path('M18 58 48 84 36 54ZM78 58 48 84 60 54Z', '#ffffff') +
    path('M30 46 40 52 32 54ZM66 46 56 52 64 54Z', '#3b1d08'),
  nonames:
    box('#26262b') +
    path('M14 38h68v14c0 10-8 16-16 16-9 0-14-6-18-12-4 6-9 12-18 12-8 0-16-6-16-16Z', '#d4d4d8') +
    path('M24 46h16v6H24ZM56 46h16v6H56Z', '#26262b'),
  'granite-pool':
    box('#3f4754') +
    path('M48 12 80 30 48 48Z', '#cbd2dc') +
    path('M48 12 16 30 48 48Z', '#e8ecf1') +
    path('M16 30v36l32 18V48Z', '#9aa5b4') +
    path('M80 30v36L48 84V48Z', '#77839a'),
  'fjord-pool':
    box('#dff1fb') +
    path('M8 58 34 18 52 44 62 32 88 58Z', '#1d4e6b') +
    path('M34 18 42 30 34 34 27 29Z', '#ffffff') +
    path('M0 62c16-8 32 8 48 0s32 8 48 0v34H0Z', '#2b8cbe') +
    stroke('M8 78c13-6 27 6 40 0s27 6 40 0', '#bfe4f5', 4),
  tillpoint:
    box('#4c1d95') +
    path('M24 14h48v68l-8-6-8 6-8-6-8 6-8-6-8 6Z', '#ffffff') +
    stroke('M34 44 44 54 62 34', '#6d28d9', 7),
  paperlane:
    box('#7a1f2b') +
    path('M12 26c14-6 26-4 36 4v48c-10-8-22-10-36-4Z', '#fdf3e3') +
    path('M84 26c-14-6-26-4-36 4v48c10-8 22-10 36-4Z', '#f3dfc1') +
    stroke(
      'M20 38c8-3 14-2 20 1M20 50c8-3 14-2 20 1M76 38c-8-3-14-2-20 1M76 50c-8-3-14-2-20 1',
      '#b08968',
      3,
    ),
  farfield:
    box('#fde68a') +
    `<circle cx="48" cy="44" r="20" fill="#f97316"/>` +
    path('M0 60c24-12 40-8 56 0s28 6 40 2v34H0Z', '#166534') +
    stroke('M44 96c2-16 8-24 20-30', '#fef9c3', 5),
  rackhill:
    box('#111827') +
    [20, 42, 64]
      .map(
        (y) =>
          `<rect x="16" y="${y}" width="64" height="16" rx="4" fill="#374151"/><circle cx="28" cy="${y + 8}" r="4" fill="#34d399"/><rect x="42" y="${y + 6}" width="28" height="4" rx="2" fill="#9ca3af"/>`,
      )
      .join(''),
  latticeworks:
    box('#f8fafc') +
    stroke('M16 32 64 80M32 16 80 64M64 16 16 64M80 32 32 80', '#334155', 7) +
    stroke('M48 4 92 48 48 92 4 48Z', '#0ea5e9', 6),
  'lucky-lantern':
    box('#7f1d1d') +
    path('M48 22c22 0 30 12 30 26s-8 26-30 26-30-12-30-26 8-26 30-26Z', '#dc2626') +
    stroke('M48 22v52M33 26c-6 14-6 30 0 44M63 26c6 14 6 30 0 44', '#fbbf24', 3) +
    `<rect x="34" y="16" width="28" height="8" rx="2" fill="#fbbf24"/><rect x="34" y="72" width="28" height="8" rx="2" fill="#fbbf24"/>` +
    stroke('M48 16V8M48 80v10', '#fbbf24', 4),
  evenround:
    box('#ecfdf5') +
    `<circle cx="37" cy="48" r="22" fill="none" stroke="#059669" stroke-width="9"/><circle cx="59" cy="48" r="22" fill="none" stroke="#10b981" stroke-opacity=".65" stroke-width="9"/>`,
  evergain:
    box('#052e16') +
    path('M16 62h14v20H16ZM38 48h14v34H38ZM60 34h14v48H60Z', '#22c55e') +
    stroke('M14 46 36 30 50 36 80 12M64 12h16v16', '#facc15', 6),
  clearwell:
    box('#e0f2fe') +
    path('M48 10c16 22 26 34 26 48a26 26 0 0 1-52 0c0-14 10-26 26-48Z', '#0284c7') +
    stroke('M34 58a14 14 0 0 0 14 14', '#e0f2fe', 6),
  spanwire:
    box('#1e1b4b') +
    stroke('M6 66h84', '#c7d2fe', 6) +
    stroke('M26 24v50M70 24v50', '#818cf8', 7) +
    stroke('M6 54C16 46 22 36 26 24c8 26 36 26 44 0 4 12 10 22 20 30', '#c7d2fe', 4) +
    stroke('M38 42v22M48 46v18M58 42v22', '#818cf8', 3),
  'demo-dollar':
    box('#14532d') +
    `<circle cx="48" cy="48" r="34" fill="#16a34a"/><circle cx="48" cy="48" r="27" fill="none" stroke="#dcfce7" stroke-width="3"/>` +
    stroke('M40 34h8a14 14 0 0 1 0 28h-8ZM34 44h12M34 52h12', '#ffffff', 5),
  swapyard:
    box('#faf5ff') +
    path('M14 34h46V20l24 22-24 22V50H14Z', '#a21caf') +
    path('M82 66H44V54L20 72l24 18V78h38Z', '#e879f9'),
  'paper-boats':
    box('#dbeafe') +
    path('M48 14 66 50H30Z', '#ffffff') +
    path('M48 14 48 50H30Z', '#e2e8f0') +
    path('M10 50h76L70 72H26Z', '#f8fafc') +
    path('M48 50 26 72 10 50Z', '#cbd5e1') +
    path('M0 74c16-7 32 7 48 0s32 7 48 0v22H0Z', '#3b82f6'),
};

mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: size, height: size } });
for (const [name, drawing] of Object.entries(drawings)) {
  await page.setContent(
    `<body style="margin:0"><svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 96 96" style="display:block">${drawing}</svg></body>`,
  );
  writeFileSync(new URL(`${name}.png`, folder), await page.screenshot());
}
await browser.close();
