import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';
import { openBrowser } from '../../apps/web/e2e/support/browser.ts';
import { installPeers } from '../compare/install-peers.ts';
import { type Latencies, summarize } from '../lib/statistics.ts';

const libraries = {
  hopscope: 'Hopscope',
  sigma: 'sigma.js',
  cytoscape: 'Cytoscape.js',
  'cytoscape-webgl': 'Cytoscape.js, WebGL',
  'react-flow': 'React Flow',
} as const;
type Library = keyof typeof libraries;

/** One type of movement; milliseconds per frame. */
interface FramePart {
  part: string;
  script: Latencies;
  task: Latencies;
}

type Measured =
  | { drawn: true; firstMilliseconds: number; parts: FramePart[] }
  /** It timed out or failed. */
  | { drawn: false; reason: string };

export interface FrameFigure {
  library: string;
  nodes: number;
  edges: number;
  measured: Measured;
}

export interface FramesResult {
  browser: string;
  /** Timeout of a library for a size, in seconds. */
  seconds: number;
  versions: string[];
  figures: FrameFigure[];
}

interface Look {
  part: string;
  view: { x: number; y: number; zoom: number };
}
interface Mounted {
  milliseconds: number;
  views: Look[];
  edges: number;
}
/** What `frame-peers/page.mjs` sets on the window. */
interface FramesPage {
  frames_: {
    mount: (library: Library, count: number, each: number) => Promise<Mounted>;
    look: (view: Look['view']) => Promise<void>;
  };
}

const folder = fileURLToPath(new URL('../frame-peers/', import.meta.url));
const origin = 'http://frames.invalid';

async function buildPage(into: string): Promise<void> {
  const web = createRequire(new URL('../../apps/web/package.json', import.meta.url));
  const vite = join(dirname(web.resolve('vite/package.json')), 'bin/vite.js');
  const child = spawn(
    process.execPath,
    [vite, 'build', folder, '--logLevel', 'error', '--outDir', into, '--emptyOutDir'],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } },
  );
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The page of the frames could not be built');
}

/** Returns the seconds that scripts, and the main thread in total, have run since the page loaded. */
async function workOf(session: CDPSession): Promise<{ script: number; task: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string): number => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  return { script: value('ScriptDuration'), task: value('TaskDuration') };
}

async function moveThrough(page: Page, views: readonly Look[]): Promise<FramePart[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const times = new Map<string, { script: number[]; task: number[] }>();
  for (const { part, view } of views) {
    const before = await workOf(session);
    await page.evaluate((to) => (window as unknown as FramesPage).frames_.look(to), view);
    const after = await workOf(session);
    const own = times.get(part) ?? { script: [], task: [] };
    times.set(part, own);
    own.script.push((after.script - before.script) * 1000);
    own.task.push((after.task - before.task) * 1000);
  }
  return [...times].map(([part, { script, task }]) => ({
    part,
    script: summarize(script),
    task: summarize(task),
  }));
}

async function measureOne(
  built: string,
  library: Library,
  nodes: number,
  { frames, seconds }: { frames: number; seconds: number },
): Promise<FrameFigure & { browser: string }> {
  const browser = await openBrowser();
  let edges = 0;
  const work = async (): Promise<Measured> => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.route(`${origin}/**`, (route) => {
      const path = join(built, new URL(route.request().url()).pathname);
      return existsSync(path) ? route.fulfill({ path }) : route.fulfill({ status: 404 });
    });
    await page.goto(`${origin}/index.html`);
    const mounted = await page.evaluate(
      ([name, count, each]) => (window as unknown as FramesPage).frames_.mount(name, count, each),
      [library, nodes, frames] as const,
    );
    edges = mounted.edges;
    return {
      drawn: true,
      firstMilliseconds: mounted.milliseconds,
      parts: await moveThrough(page, mounted.views),
    };
  };
  const late = new AbortController();
  const tooLate = new Promise<Measured>((resolve) => {
    const timer = setTimeout(
      () => resolve({ drawn: false, reason: `not within ${seconds} s` }),
      seconds * 1000,
    );
    late.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  try {
    const failed = (thrown: unknown): Measured => ({
      drawn: false,
      reason: thrown instanceof Error ? (thrown.message.split('\n')[0] ?? '') : String(thrown),
    });
    const measured = await Promise.race([work().catch(failed), tooLate]);
    return { library: libraries[library], nodes, edges, measured, browser: `Chromium ${browser.version()}` };
  } finally {
    late.abort();
    await browser.close();
  }
}

function versionOf(name: string): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
  );
  return `${name} ${version}`;
}

/**
 * Measures the script time per frame of the same graph while the view moves, for FlowTrace's scene and other libraries.
 */
export async function measureFrames(quick: boolean): Promise<FramesResult> {
  await installPeers('frame-peers');
  const built = await mkdtemp(join(tmpdir(), 'hopscope-frames-'));
  const seconds = quick ? 30 : 60;
  const sizes = quick ? [400, 4000] : [400, 4000, 20_000, 100_000];
  try {
    await buildPage(built);
    const figures: FrameFigure[] = [];
    let shown = '';
    for (const nodes of sizes) {
      for (const library of Object.keys(libraries) as Library[]) {
        const { browser, ...figure } = await measureOne(built, library, nodes, {
          frames: quick ? 5 : 40,
          seconds,
        });
        shown = browser;
        figures.push(figure);
      }
    }
    const versions = ['cytoscape', 'sigma', '@xyflow/react'].map(versionOf);
    return { browser: shown, seconds, versions, figures };
  } finally {
    await rm(built, { recursive: true, force: true });
  }
}
