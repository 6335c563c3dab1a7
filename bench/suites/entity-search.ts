import { fileURLToPath } from 'node:url';
import chromiumBinary from '@sparticuz/chromium';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { describeMachine } from '../report/machine.ts';
import { type Latencies, summarize } from '../lib/statistics.ts';

/**
 * Measures the page's entity search in the browser: `node bench/suites/entity-search.ts`. Types every name letter by
 * letter, correctly and with a typing error, with 10,000 generated entities with descriptions; measures the work of one
 * keystroke (search, ranking, at most 50 matches), without the delay before it and without rendering.
 */
const entityCount = 10_000;
const goalMs = 16;

/** Bundles the page's search with its dependencies as one script, which sets `window.entitySearch`. */
async function bundle(): Promise<string> {
  const model = fileURLToPath(new URL('../../apps/web/src/lib/directory/entity-search.ts', import.meta.url));
  const countries = fileURLToPath(new URL('../../apps/web/src/lib/text/country-name.ts', import.meta.url));
  const entry = '\0entry';
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id.endsWith('entry-of-search') ? entry : null),
        load: (id) =>
          id === entry
            ? `export { createEntitySearch } from ${JSON.stringify(model)}; export { createCountryNames } from ${JSON.stringify(countries)};`
            : null,
      },
    ],
    build: { write: false, lib: { entry: 'entry-of-search', name: 'entitySearch', formats: ['iife'] } },
  });
  const [first] = [result].flat();
  const chunk = first && 'output' in first ? first.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('The search could not be bundled');
  return chunk.code;
}

interface Measured {
  indexMs: number;
  keystrokes: number[];
  slowest: string;
}

/** Runs in the page, so it can't use anything outside. */
async function measureInPage(count: number): Promise<Measured> {
  // A fixed sequence of numbers (Lehmer), for the same entities in every run.
  let state = 42;
  const random = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const syllables = [
    'ba',
    'cor',
    'den',
    'fi',
    'gal',
    'hor',
    'ka',
    'lum',
    'mer',
    'no',
    'pel',
    'qua',
    'ri',
    'sto',
    'tal',
    'un',
    'ver',
    'wix',
    'yo',
    'zen',
  ];
  const kinds = [
    'exchange',
    'mining_pool',
    'mixer',
    'wallet',
    'payment_processor',
    'defi',
    'gambling',
    'scam',
  ];
  const codes = ['MT', 'EE', 'DE', 'US', 'GB', 'JP', 'KR', 'SG', 'CH', 'BR', 'NG', 'AE'];
  const word = (): string =>
    Array.from({ length: 2 + random(3) }, () => syllables[random(syllables.length)]).join('');
  const vocabulary = Array.from({ length: 5_000 }, word);
  const entities = Array.from({ length: count }, (_, i) => {
    const name = `${word()} ${word()}`;
    return {
      _id: `e${i}`,
      entity_id: `${name.replace(' ', '-')}-${i}`,
      proper_name: name,
      fallback_logo: 'exchange',
      date_updated: '2026-01-01T00:00:00.000Z',
      version: 1,
      entity_type: kinds[random(kinds.length)],
      ticker: random(3) === 0 ? word().slice(0, 4).toUpperCase() : undefined,
      aliases: random(3) === 0 ? [word(), `${word()} ${word()}`] : undefined,
      url: `https://${word()}.example`,
      contact_email: random(4) === 0 ? `desk@${word()}.example` : undefined,
      associate_country_1: codes[random(codes.length)],
      entity_tag1: vocabulary[random(200)],
      description_merged: Array.from({ length: 35 }, () => vocabulary[random(vocabulary.length)]).join(' '),
    };
  });
  const api: {
    createEntitySearch: (list: unknown, name: unknown) => Promise<{ find: (text: string) => unknown[] }>;
    createCountryNames: () => unknown;
  } = Reflect.get(window, 'entitySearch');
  const began = performance.now();
  const search = await api.createEntitySearch(entities, api.createCountryNames());
  const indexMs = performance.now() - began;
  const typed: string[] = [];
  for (let i = 0; i < 60; i += 1) {
    const name = entities[random(count)]?.proper_name ?? '';
    const at = 1 + random(name.length - 2);
    const wrong = name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2);
    for (const text of [name, wrong]) {
      for (let length = 1; length <= text.length; length += 1) typed.push(text.slice(0, length));
    }
  }
  for (const text of typed.slice(0, 200)) search.find(text);
  const keystrokes: number[] = [];
  let slowest = '';
  let slowestMs = 0;
  for (const text of typed) {
    const start = performance.now();
    search.find(text);
    const ms = performance.now() - start;
    keystrokes.push(ms);
    if (ms > slowestMs) [slowest, slowestMs] = [text, ms];
  }
  return { indexMs, keystrokes, slowest };
}

const browser = await chromium.launch({
  executablePath: await chromiumBinary.executablePath(),
  args: [...chromiumBinary.args, '--no-sandbox'],
});
try {
  const page = await browser.newPage();
  await page.addScriptTag({ content: `${await bundle()};window.entitySearch = entitySearch;` });
  const { indexMs, keystrokes, slowest } = await page.evaluate(measureInPage, entityCount);
  const figures: Latencies = summarize(keystrokes);
  const within = keystrokes.filter((ms) => ms <= goalMs).length / keystrokes.length;
  const ms = (value: number): string => `${value.toFixed(1)} ms`;
  process.stdout.write(
    `${[
      `Search of ${entityCount} entities in the browser, ${figures.count} keystrokes`,
      `index made in ${ms(indexMs)} (in portions)`,
      `keystroke p50 ${ms(figures.p50)}, p95 ${ms(figures.p95)}, p99 ${ms(figures.p99)}, max ${ms(figures.max)} (“${slowest}”)`,
      `${(within * 100).toFixed(1)}% within ${goalMs} ms`,
      JSON.stringify(describeMachine()),
    ].join('\n')}\n`,
  );
} finally {
  await browser.close();
}
