import { plural } from '../../packages/domain/src/index.ts';
import type { CanvasResult } from '../suites/canvas.ts';
import type { EvidenceResult } from '../suites/evidence.ts';
import type { ClustersResult } from '../suites/clusters.ts';
import type { DecodeResult } from '../suites/decode.ts';
import { variantTexts } from '../compare/decode-library.ts';
import type { DemoResult } from '../suites/demo.ts';
import type { DirectoryFigure } from '../suites/directory.ts';
import type { ListsFigure } from '../suites/lists.ts';
import type { EthereumResult } from '../suites/ethereum.ts';
import type { LoadResult } from '../suites/load.ts';
import type { DatabaseFacts } from '../lib/free-slots.ts';
import type { ScreenedResult } from '../suites/screening/screened.ts';
import type { ScreeningResult } from '../suites/screening/screening.ts';
import { fixed, megabytes, type Section, integer } from './table.ts';

export function decodeSection(decode: DecodeResult): Section {
  const own = decode.figures.filter(({ library }) => library === 'hopscope');
  return {
    title: `Decode · ${integer(decode.transactions)} transactions, one thread, ${decode.rounds} rounds in turn after ${decode.warmUpRounds} to warm up`,
    columns: ['', 'tx/s median', 'best', 'per CPU s', 'Hopscope is', 'addresses'],
    rows: decode.figures.map((figure) => {
      const same = own.find(({ variant }) => variant === figure.variant);
      const ratio = same && figure.library !== 'hopscope' ? `× ${fixed(same.median / figure.median, 1)}` : '';
      return [
        `${figure.library}: ${variantTexts[figure.variant]}`,
        integer(figure.median),
        integer(figure.best),
        integer(figure.perCpuSecond),
        ratio,
        figure.addresses === 0 ? '' : integer(figure.addresses),
      ];
    }),
    notes: [
      ...decode.libraries.map(({ name, version, hashing }) => `${name} (${version}) hashes with ${hashing}`),
      'Hopscope computes txid and wtxid in every row, the others the txid alone. bitcoinjs-lib gives P2PK no address.',
    ],
  };
}

export function loadSections({ figures, flags }: LoadResult, databases: DatabaseFacts): Section[] {
  const load: Section = {
    title: `Load · the import path, each run in a fresh process and ledger (node ${flags.join(' ') || 'without flags'})`,
    columns: [
      '',
      'load tx/s',
      'single runs',
      'whole tx/s',
      'per CPU s',
      'peak memory',
      'db ÷ raw bytes',
      'last ÷ first tenth',
      '÷ COPY',
      '÷ decoding',
    ],
    rows: figures.map((figure) => [
      `${figure.input} (${integer(figure.transactions)} tx, ${megabytes(figure.rawBytes)})`,
      integer(figure.loadRate),
      figure.loadRates.map(integer).join(' '),
      integer(figure.totalRate),
      integer(figure.perCpuSecond),
      megabytes(figure.peakBytes),
      fixed(figure.bytesPerRawByte, 2),
      figure.lastByFirst === null ? '' : fixed(figure.lastByFirst, 2),
      figure.byFloor ? fixed(figure.byFloor.copy, 2) : '',
      figure.byFloor ? fixed(figure.byFloor.decode, 2) : '',
    ]),
    notes: [
      'Last ÷ first tenth: rates at which blocks are read. ÷ COPY: by COPY of the same rows and keys alone, one connection. ÷ decoding: by reading and verifying alone, one thread.',
      `PostgreSQL ${databases.version} with ${databases.settings}`,
      'Load: from the first block read to the last commit. Whole: from the start of the process to the closed database.',
      'Peak memory and CPU are of the import process with its threads, without PostgreSQL’s.',
    ],
  };
  const curves = figures
    .filter(({ curve, input }) => curve.length > 0 && input.startsWith('large'))
    .map(
      ({ input, curve }): Section => ({
        title: `Load · ${input}, tenth by tenth`,
        columns: ['transactions read', 'tx/s', 'memory'],
        rows: curve.map(({ transactions, rate, bytes }) => [
          integer(transactions),
          integer(rate),
          megabytes(bytes),
        ]),
        notes: ['Reading alone; tables are built after it.'],
      }),
    );
  return [load, ...curves];
}

export function clusterSections({ overhead, large }: ClustersResult): Section[] {
  return [
    {
      title: 'Clusters during a load · the same import with and without, runs in turn',
      columns: ['', 'with tx/s', 'without tx/s', 'time of single pairs', 'CPU time of single pairs'],
      rows: overhead.map(({ input, transactions, withRate, withoutRate, ratios, cpuRatios }) => [
        `${input} (${integer(transactions)} tx)`,
        integer(withRate),
        integer(withoutRate),
        ratios.map((ratio) => `× ${fixed(ratio, 2)}`).join(' '),
        cpuRatios.map((ratio) => `× ${fixed(ratio, 2)}`).join(' '),
      ]),
      notes: ['Of the main file half of the inputs are not known and join nothing.'],
    },
    {
      title: 'A large cluster · milliseconds',
      columns: [
        '',
        'made in',
        'block that joins the halves',
        'other blocks of 2,000 joins',
        'pages of 50: first, middle, last',
        '1,000 addresses',
        'peak memory',
      ],
      rows: large.map((figure) => [
        `${integer(figure.addresses)} addresses`,
        `${fixed(figure.makeSeconds, 1)} s`,
        fixed(figure.joiningMs, 0),
        figure.blocksMs.map((ms) => fixed(ms, 0)).join(' '),
        figure.pagesMs.map((ms) => fixed(ms, 1)).join(' '),
        fixed(figure.lookUpMs, 1),
        megabytes(figure.peakBytes),
      ]),
      notes: ['Clusters only: what the block costs elsewhere in the ledger is not in these figures.'],
    },
  ];
}

export function screenedSections({ lists, again }: ScreenedResult): Section[] {
  return [
    {
      title: 'Lists of compliance transactions · milliseconds of a page with its exact count, without HTTP',
      columns: ['', 'matching', 'p50', 'p99'],
      rows: lists.flatMap(({ rows, figures }) =>
        figures.map(({ name, matching, p50, p99 }) => [
          `${name} (${integer(rows)} rows)`,
          integer(matching),
          fixed(p50, 1),
          fixed(p99, 1),
        ]),
      ),
      notes: [
        'The figures of a team are over two steps for each row that is archived, by 20 people, with an alert for every tenth row; with the rules and what is open.',
      ],
    },
    {
      title: 'Screening again after a release of the directory',
      columns: ['', 'looking through, ms', 'screened', 'per second', 'again, per second'],
      rows: again.map(
        ({ rows, touched, lookThroughMs, demoTransactions, screened, firstPerSecond, perSecond }) => [
          `${integer(touched)} of ${integer(rows)} affected; a demo of ${integer(demoTransactions)} transactions`,
          fixed(lookThroughMs, 0),
          integer(screened),
          integer(firstPerSecond),
          integer(perSecond),
        ],
      ),
      notes: [
        'Screened: transactions of addresses of the demo with its imperfect directory, first and again.',
      ],
    },
  ];
}

export function screeningSections({ overhead, hits, latency }: ScreeningResult): Section[] {
  return [
    {
      title: 'Screening during a load · the same import with and without monitored addresses, runs in turn',
      columns: [
        '',
        'with tx/s',
        'without tx/s',
        'time of single pairs',
        'without reading the addresses once',
        'reading, ms',
        'CPU time of single pairs',
      ],
      rows: overhead.map(({ input, addresses, transactions, withRate, withoutRate, ...more }) => [
        `${integer(addresses)} addresses, ${input} (${integer(transactions)} tx)`,
        integer(withRate),
        integer(withoutRate),
        more.ratios.map((ratio) => `× ${fixed(ratio, 2)}`).join(' '),
        more.laterRatios.map((ratio) => `× ${fixed(ratio, 2)}`).join(' '),
        fixed(more.readMs, 0),
        more.cpuRatios.map((ratio) => `× ${fixed(ratio, 2)}`).join(' '),
      ]),
      notes: [
        'None of the addresses is in the files: what is measured is looking. A process reads all addresses once, when it begins, and after that what changes.',
      ],
    },
    {
      title: 'A block in which every payment is a hit · milliseconds of the append, medians',
      columns: ['', 'nothing monitored', 'everything monitored'],
      rows: hits.map(({ transactions, plainMs, hitMs }) => [
        `${integer(transactions)} payments`,
        fixed(plainMs, 0),
        fixed(hitMs, 0),
      ]),
      notes: [],
    },
    {
      title: 'From the node to an open Screener, and to a webhook · milliseconds',
      columns: ['', 'transactions', 'p50', 'p99', 'max'],
      rows: latency.flatMap(({ waiting, inBlock, webhook }) =>
        [
          { name: `waiting`, of: waiting },
          { name: `in a block`, of: inBlock },
          { name: 'webhook of a deposit', of: webhook },
        ].map(({ name, of }) => [
          name,
          integer(of.count),
          fixed(of.p50, 0),
          fixed(of.p99, 0),
          fixed(of.max, 0),
        ]),
      ),
      notes: [
        'From the moment at which the node has it, over its RPC and ZMQ, to the answer that lists it, screened, after the message of the stream, and to the webhook of an alert rule. Every other deposit is unconfirmed first.',
        `Blocks of ${integer(latency[0]?.transactions ?? 0)} payments, one of them to the monitored address. A page that has asked less than a second ago waits for the rest of that second.`,
      ],
    },
  ];
}

export function directorySection(figures: readonly DirectoryFigure[]): Section {
  return {
    title: 'Directory · a source brought in, again, with a hundredth changed; then asked over HTTP',
    columns: [
      '',
      'first',
      'the same',
      'changed',
      'memory before',
      'peak',
      '1,000 addresses p50',
      'p99',
      'list p50',
    ],
    rows: figures.map((figure) => [
      `(${integer(figure.attributions)} attributions, ${integer(figure.entities)} entities)`,
      `${fixed(figure.firstSeconds, 1)} s`,
      `${fixed(figure.sameSeconds, 1)} s`,
      `${fixed(figure.changedSeconds, 1)} s`,
      megabytes(figure.bytesBefore),
      megabytes(figure.peakBytes),
      `${fixed(figure.lookUps.p50, 1)} ms`,
      `${fixed(figure.lookUps.p99, 1)} ms`,
      `${fixed(figure.lists.p50, 0)} ms`,
    ]),
    notes: ['The list is timed to the parsed answer, without the page’s ETag.'],
  };
}

export function listsSection(figures: readonly ListsFigure[]): Section {
  return {
    title: 'Directory · OFAC’s whole list (Advanced XML), then again',
    columns: ['', 'size', 'first', 'again', 'attributions', 'memory before', 'peak'],
    rows: figures.map((figure) => [
      'OFAC',
      megabytes(figure.bytes),
      `${fixed(figure.firstSeconds, 1)} s`,
      `${fixed(figure.againSeconds, 1)} s`,
      integer(figure.attributions),
      megabytes(figure.bytesBefore),
      megabytes(figure.peakBytes),
    ]),
    notes: [],
  };
}

export function demoSections({ generation }: DemoResult): Section[] {
  return [
    {
      title: 'Demo · a side made in memory by one thread',
      columns: ['', 'tx/s', 'per CPU s', 'heap at a quarter', 'at the end'],
      rows: generation.map((made) => [
        `${made.side} (${integer(made.transactions)} tx)`,
        integer(made.rate),
        integer(made.perCpuSecond),
        megabytes(made.heapEarly),
        megabytes(made.heapLate),
      ]),
      notes: ['Heap after a collection.'],
    },
  ];
}

export function ethereumSection({ figures, threads }: EthereumResult): Section {
  return {
    title: `Ethereum · blocks from files, decoded and verified by ${threads} ${plural(threads, 'thread')}`,
    columns: ['', 'load tx/s', 'single runs', 'movement rows/s', 'per CPU s', 'peak memory', 'bytes a tx'],
    rows: figures.map((figure) => [
      `${figure.input ?? 'recorded'}, ${figure.bulk ? 'in bulk' : 'block by block'} (${integer(figure.transactions)} tx, ${integer(figure.accounts)} accounts, ${integer(figure.entries)} rows)`,
      integer(figure.loadRate),
      figure.loadRates.map(integer).join(' '),
      integer(figure.entryRate),
      integer(figure.perCpuSecond),
      megabytes(figure.peakBytes),
      integer(figure.bytesPerTransaction),
    ]),
    notes: [
      'Recorded: blocks 1,000,000, 4,369,999 and 18,500,000; each repetition has its own heights, hashes and senders, tokens and receivers repeat.',
      'The ledger is audited after each run, outside the time measured. Movement rows are entries in the lists of accounts.',
    ],
  };
}

export function canvasSection({ nodes, connections, figures }: CanvasResult): Section {
  return {
    title: `Canvas · a document of ${integer(nodes)} nodes and ${integer(connections)} transfers, one thread`,
    columns: ['', 'count', 'ms', 'per second'],
    rows: figures.map(({ what, count, milliseconds }) => [
      what,
      integer(count),
      fixed(milliseconds, milliseconds < 100 ? 1 : 0),
      integer((count * 1000) / milliseconds),
    ]),
    notes: [
      'In Node, one run; the undone document has the digest of the one before. Frames are the part `frames`.',
    ],
  };
}

export function evidenceSection({ transactions, transfers, bytes, ...times }: EvidenceResult): Section {
  return {
    title: `Evidence · a bundle of ${integer(transactions)} transactions and ${integer(transfers)} transfers`,
    columns: ['', 'ms', 'kB'],
    rows: [
      ['write and pack', fixed(times.packMilliseconds, 0), fixed(bytes / 1000, 0)],
      ['unpack and check', fixed(times.checkMilliseconds, 0), ''],
    ],
    notes: ['In Node, one run; what is collected from a ledger is not in it.'],
  };
}
