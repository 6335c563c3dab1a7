import type { FrameFigure, FramesResult } from '../suites/frames.ts';
import type { LargeDocumentResult } from '../suites/large-document.ts';
import { median } from '../lib/statistics.ts';
import type { Goal } from './goals.ts';
import type { Results } from './results.ts';
import { fixed, integer, type Section } from './table.ts';

function row({ library, nodes, edges, measured }: FrameFigure): string[] {
  const head = [library, integer(nodes)];
  if (!measured.drawn) return [...head, '', measured.reason];
  return [
    ...head,
    integer(edges),
    fixed(measured.firstMilliseconds, 0),
    ...measured.parts.map(({ script }) => `${fixed(script.p50, 2)} / ${fixed(script.max, 1)}`),
    ...measured.parts.map(({ task }) => `${fixed(task.p50, 1)} / ${fixed(task.p99, 0)}`),
  ];
}

export function framesSection({ browser, seconds, versions, figures }: FramesResult): Section {
  return {
    title:
      'Frames · milliseconds of scripts a frame (median / worst), then of the whole main thread (median / p99)',
    columns: [
      '',
      'nodes',
      'transfers',
      'first picture',
      'pan of all',
      'zoom',
      'pan near',
      'thread: all',
      'zoom',
      'near',
    ],
    rows: figures.map(row),
    notes: [
      `${browser}, 1440 × 900, no graphics card. Libraries with WebGL wait for software that paints in another process; these waits are included.`,
      `The same graph and the same views, one library after the other, each in a browser of its own; what does not draw or move within ${seconds} s is broken off.`,
      `Pan of all: everything fits in. Zoom: from there to natural size. Near: along at natural size, where names are read. ${versions.join(', ')}.`,
    ],
  };
}

export function largeDocumentSection(result: LargeDocumentResult): Section {
  const { nodes, transfers, steps, stored, loopDelayStored, loopDelayOpened, opened, pan, zoom, search } =
    result;
  return {
    title: 'A large FlowTrace document · milliseconds',
    columns: ['', ''],
    rows: [
      [`stored in ${integer(steps)} steps`, fixed(stored, 0)],
      ['longest pause of the server meanwhile', fixed(loopDelayStored, 0)],
      ['opened, until its first picture', opened.map((each) => fixed(each, 0)).join(', ')],
      ['longest pause of the server meanwhile', fixed(loopDelayOpened, 0)],
      ['main thread per frame, pan (median / p99)', `${fixed(pan.p50, 1)} / ${fixed(pan.p99, 0)}`],
      ['main thread per frame, zoom (median / p99)', `${fixed(zoom.p50, 1)} / ${fixed(zoom.p99, 0)}`],
      ['an address found and selected', fixed(search, 0)],
    ],
    notes: [
      `${integer(nodes)} addresses and ${integer(transfers)} transfers, through the API and in the page, without a graphics card; server, database, and browser share the cores.`,
    ],
  };
}

/** Returns the goals of the canvas. */
export function framesGoals({ frames, 'large-document': large }: Results): Goal[] {
  const goals: Goal[] = [];
  const within = (name: string, figure: number, most: number): void => {
    goals.push({ name, goal: `≤ ${most} ms`, figure: `${fixed(figure, 1)} ms`, reached: figure <= most });
  };
  for (const { library, nodes, measured } of frames?.figures ?? []) {
    if (library !== 'Hopscope' || !measured.drawn) continue;
    const task = (of: 'p50' | 'p99'): number => Math.max(...measured.parts.map((part) => part.task[of]));
    const script = Math.max(...measured.parts.map((part) => part.script.p50));
    const name = `Canvas of ${integer(nodes)} nodes`;
    const most = { 400: [16, 33], 4000: [33, 66] }[nodes];
    if (most) {
      within(`${name}, frame without a graphics card, p50`, task('p50'), most[0] ?? 0);
      within(`${name}, p99`, task('p99'), most[1] ?? 0);
    }
    if (nodes === 4000 || nodes === 20_000) within(`${name}, scripts of a frame, p50`, script, 0.5);
  }
  if (large) {
    within(`Document of ${integer(large.nodes)} nodes, opened, median`, median(large.opened), 5000);
    within('the same, pan, p50', large.pan.p50, 50);
  }
  return goals;
}
