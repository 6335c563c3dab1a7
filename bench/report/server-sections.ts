import { plural } from '../../packages/domain/src/index.ts';
import type { FirstPageResult } from '../suites/first-page.ts';
import type { ExplorerResult } from '../suites/explorer.ts';
import type { AnswerFigure } from '../suites/answers.ts';
import type { LoopFigure } from '../suites/loop.ts';
import type { PagesFigure } from '../lib/pages.ts';
import type { RiskResult } from '../suites/risk.ts';
import { type Latencies, median } from '../lib/statistics.ts';
import type { TracingResult } from '../suites/tracing.ts';
import type { CrossingsResult } from '../suites/crossings.ts';
import type { RpcFigure } from '../suites/rpc.ts';
import type { StartResult } from '../suites/start.ts';
import type { StreamFigure } from '../suites/stream.ts';
import { fixed, megabytes, type Section, integer } from './table.ts';

export const callColumns = ['', 'p50', 'p95', 'p99', 'per second', 'bytes', 'loop late p99', 'max'];

export function startSections(start: StartResult): Section[] {
  const times = (name: string, all: readonly number[]): string[] => [
    name,
    integer(median(all)),
    all.map(integer).join(' '),
  ];
  const { rest } = start;
  return [
    {
      title:
        'npm start · milliseconds from the command to a healthy server with the demo, in a copy of the project',
      columns: ['', 'median', 'single starts'],
      rows: [
        times('empty folder, nothing built', start.unbuiltMs),
        times('empty folder, page and server built', start.emptyMs),
        times('the same folder again', start.againMs),
        times('empty folder, until the history of the demo is whole', [start.totalMs]),
        times('a database for a test file, from the template', start.testDatabaseMs),
      ],
      notes: [],
    },
    {
      title: `The demo at rest · ${integer(rest.blocks)} blocks, ${integer(rest.settleSeconds)} s after its history was whole, over ${integer(rest.seconds)} s`,
      columns: ['', 'memory', 'CPU, share of a core'],
      rows: [
        ...rest.processes.map(({ name, bytes, cpuShare }) => [
          name,
          megabytes(bytes),
          `${fixed(cpuShare * 100, 1)}%`,
        ]),
        ['all', megabytes(rest.bytes), `${fixed(rest.cpuShare * 100, 1)}%`],
      ],
      notes: [
        'Memory: proportional set size. The demo makes a block now and then meanwhile, as it always does.',
      ],
    },
  ];
}

export function rpcSection(figures: readonly RpcFigure[]): Section {
  return {
    title: 'Bitcoin over RPC · the same blocks from files and from a node on this machine, in turn',
    columns: [
      '',
      'files tx/s',
      'rpc tx/s',
      'rpc ÷ files',
      'per CPU s',
      'single ratios',
      'start',
      'requests',
      'peak memory',
    ],
    rows: figures.map((figure) => [
      `${figure.input}, ${figure.form} (${integer(figure.blocks)} blocks, ${integer(figure.transactions)} tx)`,
      integer(figure.filesRate),
      integer(figure.rpcRate),
      fixed(figure.ratio, 2),
      fixed(figure.cpuRatio, 2),
      figure.ratios.map((ratio) => fixed(ratio, 2)).join(' '),
      `${fixed(figure.startSeconds, 2)} s`,
      integer(figure.requests),
      megabytes(figure.peakBytes),
    ]),
    notes: [
      'Files: without looking through them. Per CPU s: the same ratio for CPU time of the loading process. RPC: from the first block asked for on; start is what it takes before that to know the node. The node is a test server that has the blocks in memory.',
    ],
  };
}

export function loopSection(figures: readonly LoopFigure[]): Section {
  return {
    title: 'Initial load over RPC · milliseconds, the server while 4 people ask for pages',
    columns: [
      '',
      'loaded after',
      'loop late p50',
      'p99',
      'max',
      'page p50',
      'p99',
      'max',
      'afterwards: loop p99',
      'max',
      'page p50',
      'p99',
    ],
    rows: figures.map(({ input, blocks, loadSeconds, loop, loopAfter, pages: { during, after } }) => [
      `${input} (${integer(blocks)} blocks)`,
      `${fixed(loadSeconds, 1)} s`,
      ...[loop.p50, loop.p99, loop.max].map((ms) => fixed(ms, 1)),
      ...[during.p50, during.p99, during.max, loopAfter.p99, loopAfter.max, after.p50, after.p99].map((ms) =>
        fixed(ms, 1),
      ),
    ]),
    notes: [
      'From the moment at which the server listens. Loop late: the thread that answers people. Afterwards: the same pages when everything is there.',
    ],
  };
}

export function streamSection(figures: readonly StreamFigure[]): Section {
  return {
    title:
      'Stream · a block for many clients, from a node on this machine; medians over the blocks, milliseconds',
    columns: [
      '',
      'from the node: first',
      'last',
      'from the commit: first',
      'last',
      'lost',
      'doubled',
      'loop late p99',
      'max',
      'memory',
    ],
    rows: figures.map((figure) => [
      `(${integer(figure.clients)} clients, ${integer(figure.transactions)} tx, ${figure.blocks} blocks)`,
      ...[figure.announced.first, figure.announced.last].map((ms) => fixed(ms, 0)),
      ...(figure.committed
        ? [figure.committed.first, figure.committed.last].map((ms) => fixed(ms, 0))
        : ['not seen', 'not seen']),
      integer(figure.lost),
      integer(figure.doubled),
      fixed(figure.loopDelayP99, 1),
      fixed(figure.loopDelayMax, 1),
      `${megabytes(figure.memory.before)} → ${megabytes(figure.memory.connected)} → ${megabytes(figure.memory.after)}`,
    ]),
    notes: [
      `Each client follows ${figures[0]?.addresses ?? 0} addresses that every block touches, over a connection of its own. First, last: when the first client has its first message and the last one its last.`,
      'From the node: since it told of the block over ZMQ. The commit can be seen from outside on PostgreSQL alone. Memory of the server before, with all clients, afterwards.',
    ],
  };
}

export function pagesSection(pages: readonly PagesFigure[]): Section {
  return {
    title: 'Address pages · milliseconds over HTTP, one request at a time, limit 20',
    columns: ['', 'page', 'p50', 'p95', 'p99', 'last ÷ first p99', 'p50'],
    rows: pages.flatMap((figure) =>
      (['first', 'middle', 'last'] as const).map((name) => {
        const { p50, p95, p99 } = figure.pages[name];
        const ratios =
          name === 'last' ? [fixed(figure.lastToFirst, 2), fixed(figure.lastToFirstMedian, 2)] : ['', ''];
        return [
          `${figure.history} (${integer(figure.entries)})`,
          name,
          ...[p50, p95, p99].map((ms) => fixed(ms, 1)),
          ...ratios,
        ];
      }),
    ),
    notes: ['Pages are asked for in turn. The last page is the last full one.'],
  };
}

export function callRow(figure: AnswerFigure): string[] {
  return [
    figure.call,
    ...[figure.latencies.p50, figure.latencies.p95, figure.latencies.p99].map((ms) => fixed(ms, 1)),
    integer(figure.perSecond),
    integer(figure.bytes),
    fixed(figure.loopDelayP99, 1),
    fixed(figure.loopDelayMax, 1),
  ];
}

export function explorerSections(result: ExplorerResult): Section[] {
  return [
    {
      title: `Explorer over a demo of ${integer(result.transactions)} transactions, the busiest address with ${integer(result.busiest)} · milliseconds over HTTP, ${result.clients} clients at once, ${integer(result.requests)} requests a call`,
      columns: callColumns,
      rows: result.figures.map(callRow),
      notes: [
        'Counterparties, coins and comparisons are kept until the next block: most requests for the busiest address are answered from what the first one found. Comparisons and balance histories come from as many clients as are admitted for one person.',
      ],
    },
    ...(result.entities
      ? [
          {
            title: `${integer(result.entities.entities)} entities with ${integer(result.entities.attributions)} attributed addresses on the same demo · milliseconds over HTTP, one client`,
            columns: callColumns,
            rows: result.entities.figures.map(callRow),
            notes: [],
          },
        ]
      : []),
    {
      title: 'CSV of the busiest address',
      columns: ['', 'rows', 'rows/s', 'bytes', 'server memory before', 'at most meanwhile'],
      rows: result.exports.map((figure) => [
        'CSV',
        integer(figure.rows),
        integer(figure.perSecond),
        integer(figure.bytes),
        megabytes(figure.memoryBefore),
        megabytes(figure.memoryPeak),
      ]),
      notes: [],
    },
  ];
}

export function tracingSections({ transactions, figures }: TracingResult): Section[] {
  const ms = ({ p50, p95, p99, max }: Latencies): string[] =>
    [p50, p95, p99, max].map((one) => fixed(one, 1));
  return [
    {
      title: `FlowTrace over a demo of ${integer(transactions)} transactions · milliseconds, one question after the other`,
      columns: ['', 'p50', 'p95', 'p99', 'max', 'questions'],
      rows: figures.flatMap(({ expand, paths }) => [
        [`expand`, ...ms(expand), integer(expand.count)],
        [`path, both directions`, ...ms(paths.latencies), integer(paths.latencies.count)],
      ]),
      notes: figures.map(
        ({ paths }) =>
          `${integer(paths.found)} of ${integer(paths.latencies.count)} pairs have a path, of ${integer(paths.proven)} the answer is proven; ${integer(paths.reads)} addresses were read.`,
      ),
    },
    {
      title: 'The hack of the demo, followed from the thief',
      columns: ['', 'first time', 'again', 'parcels', 'addresses', 'questions to the ledger'],
      rows: figures.map(({ hack }) => [
        'hack',
        `${fixed(hack.milliseconds, 0)} ms`,
        `${fixed(hack.again, 0)} ms`,
        integer(hack.reads),
        integer(hack.nodes),
        integer(hack.rounds),
      ]),
      notes: ['By the modules of the server in one process, without HTTP.'],
    },
  ];
}

export function crossingsSection({ transactions, figures }: CrossingsResult): Section {
  return {
    title: `Across assets and chains · milliseconds, one question after the other, a demo of ${integer(transactions.bitcoin)} Bitcoin and ${integer(transactions.ethereum)} Ethereum transactions`,
    columns: ['', 'alone: p50', 'p99', 'over both: p50', 'p99', 'p50 ratio', 'p99 ratio', 'questions'],
    rows: figures.map(({ question, alone, over }) => [
      question,
      ...[alone.p50, alone.p99, over.p50, over.p99].map((ms) => fixed(ms, 1)),
      fixed(over.p50 / alone.p50, 2),
      fixed(over.p99 / alone.p99, 2),
      integer(over.count),
    ]),
    notes: [
      'Alone: scores over one ledger; traces and paths in one asset, without swaps and bridges. Over both: the same questions with both ledgers, through swaps and bridges, asked in turn. The faster of two times each.',
    ],
  };
}

export function riskSections({ transactions, scored, figures }: RiskResult): Section[] {
  return [
    {
      title: `Scores over a demo of ${integer(transactions)} transactions · milliseconds, one address after the other, ${integer(scored)} at each number of hops`,
      columns: ['', 'p50', 'p95', 'p99', 'max', 'parcels looked up'],
      rows: figures.flatMap(({ hops }) =>
        hops.flatMap((figure) =>
          (['cold', 'warm'] as const).map((what) => [
            `${figure.hops} ${plural(figure.hops, 'hop')}, ${what}`,
            ...[figure[what].p50, figure[what].p95, figure[what].p99, figure[what].max].map((ms) =>
              fixed(ms, 1),
            ),
            what === 'cold' ? integer(figure.reads) : '',
          ]),
        ),
      ),
      notes: [
        'Cold: nobody asked for this address before; what the database keeps in memory stays there. Warm: asked for again, with nothing new since.',
        'By the modules of the server in one process, without HTTP.',
      ],
    },
    {
      title: 'Scores of many addresses, one after the other',
      columns: ['', 'addresses', 'per second', 'High', 'Medium', 'attributions'],
      rows: figures.map(({ many, attributions }) => [
        'scores',
        integer(many.addresses),
        fixed(many.perSecond, 1),
        integer(many.levels['high'] ?? 0),
        integer(many.levels['medium'] ?? 0),
        integer(attributions),
      ]),
      notes: [],
    },
    {
      title: 'Scored again after a list has said something else of an entity',
      columns: ['', 'watched', 'touched', 'differed', 'per second'],
      rows: figures.map(({ rescored }) => [
        'rescoring',
        integer(rescored.watched),
        integer(rescored.touched),
        integer(rescored.differed),
        fixed(rescored.perSecond, 1),
      ]),
      notes: ['In the background, one score after the other, differences written down.'],
    },
  ];
}

export function firstPageSections({ visits, scripts, ...times }: FirstPageResult): Section[] {
  const all = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
  const kilobytes = (bytes: number): string => fixed(bytes / 1000, 1);
  return [
    {
      title: `The page of the busiest address in a cold browser on this machine · milliseconds, medians of ${visits} visits`,
      columns: ['', 'first contentful paint', 'rows', 'interactive'],
      rows: [['', ...[times.firstContentfulPaint, times.rows, times.interactive].map((ms) => fixed(ms, 0))]],
      notes: [
        'From the moment at which the page is asked for. Rows: those of the list of transactions. Interactive: the end of the last task that held the page for more than 50 ms, watched until three seconds after the rows.',
      ],
    },
    {
      title: 'Scripts of that page · kB over the wire, compressed, with headers',
      columns: ['', 'kB'],
      rows: [
        ...scripts.map(({ name, bytes }) => [name, kilobytes(bytes)]),
        [`all ${scripts.length}`, kilobytes(all)],
      ],
      notes: [],
    },
  ];
}
