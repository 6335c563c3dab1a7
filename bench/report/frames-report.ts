import type { FrameFigure, FramesResult } from '../suites/frames.ts';
import { fixed, type Section, integer } from './table.ts';

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
