import type { CanvasResult } from '../suites/canvas.ts';
import type { EvidenceResult } from '../suites/evidence.ts';
import type { ClustersResult } from '../suites/clusters.ts';
import type { DecodeResult } from '../suites/decode.ts';
import { variantTexts } from '../compare/decode-library.ts';
import type { DemoResult } from '../suites/demo.ts';
import type { DirectoryFigure } from '../suites/directory.ts';
import type { ListsFigure } from '../suites/lists.ts';
import type { EthereumResult } from '../suites/ethereum.ts';
import { judge } from './goals.ts';
import type { FirstPageResult } from '../suites/first-page.ts';
import { framesSection } from './frames-report.ts';
import type { IngestResult } from '../suites/ingest.ts';
import type { ExplorerResult } from '../suites/explorer.ts';
import type { LoadFigure, LoadResult } from '../suites/load.ts';
import type { LoopFigure } from '../suites/loop.ts';
import type { PartName } from '../options.ts';
import type { PagesFigure } from '../lib/pages.ts';
import type { DatabaseFacts } from '../lib/places.ts';
import type { Results } from './results.ts';
import type { RiskResult } from '../suites/risk.ts';
import { type Latencies, median } from '../lib/statistics.ts';
import type { TracingResult } from '../suites/tracing.ts';
import type { RpcFigure } from '../suites/rpc.ts';
import type { ScreeningResult } from '../suites/screening.ts';
import type { StartResult } from '../suites/start.ts';
import type { StreamFigure } from '../suites/stream.ts';
import { fixed, megabytes, renderSection, type Section, whole } from './table.ts';

function startSections(start: StartResult): Section[] {
  const times = (name: string, all: readonly number[]): string[] => [
    name,
    whole(median(all)),
    all.map(whole).join(' '),
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
        times('empty folder, until the history of the demo is whole', [start.wholeMs]),
        times('a database for a test file, from the template', start.testDatabaseMs),
      ],
      notes: [],
    },
    {
      title: `The demo at rest · ${whole(rest.blocks)} blocks, ${whole(rest.settleSeconds)} s after its history was whole, over ${whole(rest.seconds)} s`,
      columns: ['', 'memory', 'CPU, share of a core'],
      rows: [
        ...rest.processes.map(({ name, bytes, cpuShare }) => [
          name,
          megabytes(bytes),
          `${fixed(cpuShare * 100, 1)} %`,
        ]),
        ['all', megabytes(rest.bytes), `${fixed(rest.cpuShare * 100, 1)} %`],
      ],
      notes: [
        'Memory: proportional set size. The demo makes a block now and then meanwhile, as it always does.',
      ],
    },
  ];
}

function decodeSection(decode: DecodeResult): Section {
  const own = decode.figures.filter(({ library }) => library === 'hopscope');
  return {
    title: `Decode · ${whole(decode.transactions)} transactions, one thread, ${decode.rounds} rounds in turn after ${decode.warmUpRounds} to warm up`,
    columns: ['', 'tx/s median', 'best', 'per CPU s', 'Hopscope is', 'addresses'],
    rows: decode.figures.map((figure) => {
      const same = own.find(({ variant }) => variant === figure.variant);
      const ratio = same && figure.library !== 'hopscope' ? `× ${fixed(same.median / figure.median, 1)}` : '';
      return [
        `${figure.library}: ${variantTexts[figure.variant]}`,
        whole(figure.median),
        whole(figure.best),
        whole(figure.perCpuSecond),
        ratio,
        figure.addresses === 0 ? '' : whole(figure.addresses),
      ];
    }),
    notes: [
      ...decode.libraries.map(({ name, version, hashing }) => `${name} (${version}) hashes with ${hashing}`),
      'Hopscope computes txid and wtxid in every row, the others the txid alone. bitcoinjs-lib gives P2PK no address.',
    ],
  };
}

function ingestSection({ figures, flags }: IngestResult, databases: DatabaseFacts): Section {
  return {
    title: `Ingest · the import path, each run in a fresh process and ledger (node ${flags.join(' ') || 'without flags'})`,
    columns: ['', 'load tx/s', 'single runs', 'whole tx/s', 'per CPU s', 'peak memory', 'db ÷ raw bytes'],
    rows: figures.map((figure) => [
      `${figure.input} (${whole(figure.transactions)} tx, ${megabytes(figure.rawBytes)})`,
      whole(figure.loadRate),
      figure.loadRates.map(whole).join(' '),
      whole(figure.wholeRate),
      whole(figure.perCpuSecond),
      megabytes(figure.peakBytes),
      fixed(figure.bytesPerRawByte, 2),
    ]),
    notes: [
      `PostgreSQL ${databases.version} with ${databases.settings}`,
      'Load: from the first block read to the last commit. Whole: from the start of the process to the closed database.',
      'Peak memory and CPU are of the import process with its threads, without PostgreSQL’s.',
    ],
  };
}

function clusterSections({ overhead, large }: ClustersResult): Section[] {
  return [
    {
      title: 'Clusters during ingest · the same import with and without, runs in turn',
      columns: ['', 'with tx/s', 'without tx/s', 'time of single pairs', 'CPU time of single pairs'],
      rows: overhead.map(({ input, transactions, withRate, withoutRate, ratios, cpuRatios }) => [
        `${input} (${whole(transactions)} tx)`,
        whole(withRate),
        whole(withoutRate),
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
        `${whole(figure.addresses)} addresses`,
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

function screeningSections({ overhead, hits, lists, latency, again }: ScreeningResult): Section[] {
  return [
    {
      title: 'Screening during ingest · the same import with and without monitored addresses, runs in turn',
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
        `${whole(addresses)} addresses, ${input} (${whole(transactions)} tx)`,
        whole(withRate),
        whole(withoutRate),
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
        `${whole(transactions)} payments`,
        fixed(plainMs, 0),
        fixed(hitMs, 0),
      ]),
      notes: [],
    },
    {
      title: 'Lists of compliance transactions · milliseconds of a page with its exact count, without HTTP',
      columns: ['', 'matching', 'p50', 'p99'],
      rows: lists.flatMap(({ rows, figures }) =>
        figures.map(({ name, matching, p50, p99 }) => [
          `${name} (${whole(rows)} rows)`,
          whole(matching),
          fixed(p50, 1),
          fixed(p99, 1),
        ]),
      ),
      notes: [
        'The figures of a team are over two steps for each row that is archived, by 20 people; 3 requests each.',
      ],
    },
    {
      title: 'From the node to an open Screener · milliseconds until its list has the transaction, screened',
      columns: ['', 'transactions', 'p50', 'p99', 'max'],
      rows: latency.flatMap(({ waiting, inBlock }) =>
        [
          { name: `waiting`, of: waiting },
          { name: `in a block`, of: inBlock },
        ].map(({ name, of }) => [
          name,
          whole(of.count),
          fixed(of.p50, 0),
          fixed(of.p99, 0),
          fixed(of.max, 0),
        ]),
      ),
      notes: [
        'From the moment at which the node has it, over its RPC and ZMQ, to the answer that lists it after the message of the stream.',
        `Blocks of ${whole(latency[0]?.transactions ?? 0)} payments, one of them to the monitored address. A page that has asked less than a second ago waits for the rest of that second.`,
      ],
    },
    {
      title: 'Screening again after a release of the directory',
      columns: ['', 'looking through, ms', 'screened again', 'per second'],
      rows: again.map(({ rows, touched, lookThroughMs, screened, perSecond }) => [
        `${whole(touched)} of ${whole(rows)} transactions touched`,
        fixed(lookThroughMs, 0),
        whole(screened),
        whole(perSecond),
      ]),
      notes: ['What is screened again are the transactions of the run above, on its small ledger.'],
    },
  ];
}

function directorySection(figures: readonly DirectoryFigure[]): Section {
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
      `(${whole(figure.attributions)} attributions, ${whole(figure.entities)} entities)`,
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

function listsSection(figures: readonly ListsFigure[]): Section {
  return {
    title: 'Directory · OFAC’s whole list (Advanced XML), then again',
    columns: ['', 'size', 'first', 'again', 'attributions', 'memory before', 'peak'],
    rows: figures.map((figure) => [
      'OFAC',
      megabytes(figure.bytes),
      `${fixed(figure.firstSeconds, 1)} s`,
      `${fixed(figure.againSeconds, 1)} s`,
      whole(figure.attributions),
      megabytes(figure.bytesBefore),
      megabytes(figure.peakBytes),
    ]),
    notes: [],
  };
}

function rpcSection(figures: readonly RpcFigure[]): Section {
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
      `${figure.input}, ${figure.form} (${whole(figure.blocks)} blocks, ${whole(figure.transactions)} tx)`,
      whole(figure.filesRate),
      whole(figure.rpcRate),
      fixed(figure.ratio, 2),
      fixed(figure.cpuRatio, 2),
      figure.ratios.map((ratio) => fixed(ratio, 2)).join(' '),
      `${fixed(figure.startSeconds, 2)} s`,
      whole(figure.requests),
      megabytes(figure.peakBytes),
    ]),
    notes: [
      'Files: without looking through them. Per CPU s: the same ratio for CPU time of the loading process. RPC: from the first block asked for on; start is what it takes before that to know the node. The node is a test server that has the blocks in memory.',
    ],
  };
}

function loopSection(figures: readonly LoopFigure[]): Section {
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
      `${input} (${whole(blocks)} blocks)`,
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

function streamSection(figures: readonly StreamFigure[]): Section {
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
      `(${whole(figure.clients)} clients, ${whole(figure.transactions)} tx, ${figure.blocks} blocks)`,
      ...[figure.announced.first, figure.announced.last].map((ms) => fixed(ms, 0)),
      ...(figure.committed
        ? [figure.committed.first, figure.committed.last].map((ms) => fixed(ms, 0))
        : ['not seen', 'not seen']),
      whole(figure.lost),
      whole(figure.doubled),
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

function demoSections({ generation }: DemoResult): Section[] {
  return [
    {
      title: 'Demo · a side made in memory by one thread',
      columns: ['', 'tx/s', 'per CPU s', 'heap at a quarter', 'at the end'],
      rows: generation.map((made) => [
        `${made.side} (${whole(made.transactions)} tx)`,
        whole(made.rate),
        whole(made.perCpuSecond),
        megabytes(made.heapEarly),
        megabytes(made.heapLate),
      ]),
      notes: ['Heap after a collection.'],
    },
  ];
}

function ethereumSection({ figures, threads }: EthereumResult): Section {
  return {
    title: `Ethereum · recorded blocks again and again, decoded and verified by ${threads} thread${threads === 1 ? '' : 's'}`,
    columns: ['', 'load tx/s', 'single runs', 'movement rows/s', 'per CPU s', 'peak memory', 'bytes a tx'],
    rows: figures.map((figure) => [
      `(${whole(figure.transactions)} tx, ${whole(figure.accounts)} accounts, ${whole(figure.entries)} rows)`,
      whole(figure.loadRate),
      figure.loadRates.map(whole).join(' '),
      whole(figure.entryRate),
      whole(figure.perCpuSecond),
      megabytes(figure.peakBytes),
      whole(figure.bytesPerTransaction),
    ]),
    notes: [
      'Blocks 1,000,000, 4,369,999 and 18,500,000; each repetition has its own heights, hashes and senders, tokens and receivers repeat.',
      'The ledger is audited after each run, outside the time measured. Movement rows are entries in the lists of accounts.',
    ],
  };
}

function pagesSection(pages: readonly PagesFigure[]): Section {
  return {
    title: 'Address pages · milliseconds over HTTP, one request at a time, limit 20',
    columns: ['', 'page', 'p50', 'p95', 'p99', 'last ÷ first p99', 'p50'],
    rows: pages.flatMap((figure) =>
      (['first', 'middle', 'last'] as const).map((name) => {
        const { p50, p95, p99 } = figure.pages[name];
        const ratios =
          name === 'last' ? [fixed(figure.lastToFirst, 2), fixed(figure.lastToFirstMedian, 2)] : ['', ''];
        return [
          `${figure.history} (${whole(figure.entries)})`,
          name,
          ...[p50, p95, p99].map((ms) => fixed(ms, 1)),
          ...ratios,
        ];
      }),
    ),
    notes: ['Pages are asked for in turn. The last page is the last full one.'],
  };
}

const callColumns = ['', 'p50', 'p95', 'p99', 'per second', 'bytes', 'loop late p99', 'max'];

function callRow(figure: LoadFigure): string[] {
  return [
    figure.call,
    ...[figure.latencies.p50, figure.latencies.p95, figure.latencies.p99].map((ms) => fixed(ms, 1)),
    whole(figure.perSecond),
    whole(figure.bytes),
    fixed(figure.loopDelayP99, 1),
    fixed(figure.loopDelayMax, 1),
  ];
}

function explorerSections(result: ExplorerResult): Section[] {
  return [
    {
      title: `Explorer over a demo of ${whole(result.transactions)} transactions, the busiest address with ${whole(result.busiest)} · milliseconds over HTTP, ${result.clients} clients at once, ${whole(result.requests)} requests a call`,
      columns: callColumns,
      rows: result.figures.map(callRow),
      notes: [
        'Counterparties, coins and comparisons are kept until the next block: most requests for the busiest address are answered from what the first one found.',
      ],
    },
    {
      title: 'CSV of the busiest address',
      columns: ['', 'rows', 'rows/s', 'bytes', 'server memory before', 'at most meanwhile'],
      rows: result.exports.map((figure) => [
        'CSV',
        whole(figure.rows),
        whole(figure.perSecond),
        whole(figure.bytes),
        megabytes(figure.memoryBefore),
        megabytes(figure.memoryPeak),
      ]),
      notes: [],
    },
  ];
}

function tracingSections({ transactions, figures }: TracingResult): Section[] {
  const ms = ({ p50, p95, p99, max }: Latencies): string[] =>
    [p50, p95, p99, max].map((one) => fixed(one, 1));
  return [
    {
      title: `FlowTrace over a demo of ${whole(transactions)} transactions · milliseconds, one question after the other`,
      columns: ['', 'p50', 'p95', 'p99', 'max', 'questions'],
      rows: figures.flatMap(({ expand, paths }) => [
        [`expand`, ...ms(expand), whole(expand.count)],
        [`path, both directions`, ...ms(paths.latencies), whole(paths.latencies.count)],
      ]),
      notes: figures.map(
        ({ paths }) =>
          `${whole(paths.found)} of ${whole(paths.latencies.count)} pairs have a path, of ${whole(paths.proven)} the answer is proven; ${whole(paths.reads)} addresses were read.`,
      ),
    },
    {
      title: 'The hack of the demo, followed from the thief',
      columns: ['', 'first time', 'again', 'parcels', 'addresses', 'questions to the ledger'],
      rows: figures.map(({ hack }) => [
        'hack',
        `${fixed(hack.milliseconds, 0)} ms`,
        `${fixed(hack.again, 0)} ms`,
        whole(hack.reads),
        whole(hack.nodes),
        whole(hack.rounds),
      ]),
      notes: ['By the modules of the server in one process, without HTTP.'],
    },
  ];
}

function riskSections({ transactions, scored, figures }: RiskResult): Section[] {
  return [
    {
      title: `Scores over a demo of ${whole(transactions)} transactions · milliseconds, one address after the other, ${whole(scored)} at each number of hops`,
      columns: ['', 'p50', 'p95', 'p99', 'max', 'parcels looked up'],
      rows: figures.flatMap(({ hops }) =>
        hops.flatMap((figure) =>
          (['cold', 'warm'] as const).map((what) => [
            `${figure.hops} ${figure.hops === 1 ? 'hop' : 'hops'}, ${what}`,
            ...[figure[what].p50, figure[what].p95, figure[what].p99, figure[what].max].map((ms) =>
              fixed(ms, 1),
            ),
            what === 'cold' ? whole(figure.reads) : '',
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
        whole(many.addresses),
        fixed(many.perSecond, 1),
        whole(many.levels['high'] ?? 0),
        whole(many.levels['medium'] ?? 0),
        whole(attributions),
      ]),
      notes: [],
    },
    {
      title: 'Scored again after a list has said something else of an entity',
      columns: ['', 'watched', 'touched', 'differed', 'per second'],
      rows: figures.map(({ rescored }) => [
        'rescoring',
        whole(rescored.watched),
        whole(rescored.touched),
        whole(rescored.differed),
        fixed(rescored.perSecond, 1),
      ]),
      notes: ['In the background, one score after the other, differences written down.'],
    },
  ];
}

function canvasSection({ nodes, connections, figures }: CanvasResult): Section {
  return {
    title: `Canvas · a document of ${whole(nodes)} nodes and ${whole(connections)} transfers, one thread`,
    columns: ['', 'count', 'ms', 'per second'],
    rows: figures.map(({ what, count, milliseconds }) => [
      what,
      whole(count),
      fixed(milliseconds, milliseconds < 100 ? 1 : 0),
      whole((count * 1000) / milliseconds),
    ]),
    notes: [
      'In Node, one run; the undone document has the digest of the one before. Frames are the part `frames`.',
    ],
  };
}

function evidenceSection({ transactions, transfers, bytes, ...times }: EvidenceResult): Section {
  return {
    title: `Evidence · a bundle of ${whole(transactions)} transactions and ${whole(transfers)} transfers`,
    columns: ['', 'ms', 'kB'],
    rows: [
      ['write and pack', fixed(times.packMilliseconds, 0), fixed(bytes / 1000, 0)],
      ['unpack and check', fixed(times.checkMilliseconds, 0), ''],
    ],
    notes: ['In Node, one run; what is collected from a ledger is not in it.'],
  };
}

function loadSection({ clients, requests, figures }: LoadResult): Section {
  return {
    title: `Explorer calls · milliseconds over HTTP, ${clients} clients at once, ${whole(requests)} requests a call`,
    columns: callColumns,
    rows: figures.map(callRow),
    notes: [
      'The clients are another process of the same machine. Loop late: by how much the event loop of the server missed its time.',
    ],
  };
}

function firstPageSections({ visits, scripts, ...times }: FirstPageResult): Section[] {
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

function goalsSection(results: Results): Section {
  return {
    title: 'Reached?',
    columns: ['', 'goal', 'this run', ''],
    rows: judge(results).map(({ name, goal, figure, reached }) => [
      name,
      goal,
      figure,
      reached ? 'reached' : 'MISSED',
    ]),
    notes: [],
  };
}

function withLoad(section: Section, results: Results, part: PartName): Section {
  const [before, after] = results.loadAverages[part] ?? [0, 0];
  return {
    ...section,
    notes: [...section.notes, `Load average of the machine: ${before} before, ${after} after`],
  };
}

/** The whole run as text for a terminal. */
export function describeResults(results: Results): string {
  const {
    machine,
    databases,
    start,
    decode,
    ingest,
    clusters,
    directory,
    lists,
    rpc,
    loop,
    stream,
    ethereum,
    demo,
    pages,
    load,
    explorer,
    risk,
    tracing,
    canvas,
    frames,
    evidence,
    screening,
  } = results;
  const head = [
    `Hopscope ${results.commit}${results.modified ? ' with changes' : ''} · ${results.startedAt}`,
    `${machine.cpu}, ${machine.cores} cores, ${whole(machine.memoryMiB)} MiB, ${machine.platform}, Node ${machine.node}`,
    ...(results.quick ? ['Quick run: it shows that everything works, not how fast.'] : []),
    '',
  ].join('\n');
  const sections = [
    ...(start ? startSections(start).map((section) => withLoad(section, results, 'start')) : []),
    ...(decode ? [withLoad(decodeSection(decode), results, 'decode')] : []),
    ...(ingest && databases ? [withLoad(ingestSection(ingest, databases), results, 'ingest')] : []),
    ...(clusters ? clusterSections(clusters).map((section) => withLoad(section, results, 'clusters')) : []),
    ...(directory ? [withLoad(directorySection(directory), results, 'directory')] : []),
    ...(lists ? [withLoad(listsSection(lists), results, 'lists')] : []),
    ...(rpc ? [withLoad(rpcSection(rpc), results, 'rpc')] : []),
    ...(loop ? [withLoad(loopSection(loop), results, 'loop')] : []),
    ...(stream ? [withLoad(streamSection(stream), results, 'stream')] : []),
    ...(ethereum ? [withLoad(ethereumSection(ethereum), results, 'ethereum')] : []),
    ...(demo ? demoSections(demo).map((section) => withLoad(section, results, 'demo')) : []),
    ...(pages ? [withLoad(pagesSection(pages), results, 'pages')] : []),
    ...(load ? [withLoad(loadSection(load), results, 'load')] : []),
    ...(explorer ? explorerSections(explorer).map((section) => withLoad(section, results, 'explorer')) : []),
    ...(risk ? riskSections(risk).map((section) => withLoad(section, results, 'risk')) : []),
    ...(tracing ? tracingSections(tracing).map((section) => withLoad(section, results, 'tracing')) : []),
    ...(canvas ? [withLoad(canvasSection(canvas), results, 'canvas')] : []),
    ...(frames ? [withLoad(framesSection(frames), results, 'frames')] : []),
    ...(evidence ? [withLoad(evidenceSection(evidence), results, 'evidence')] : []),
    ...(screening
      ? screeningSections(screening).map((section) => withLoad(section, results, 'screening'))
      : []),
    ...(results['first-page']
      ? firstPageSections(results['first-page']).map((section) => withLoad(section, results, 'first-page'))
      : []),
    goalsSection(results),
  ];
  return [head, ...sections.map(renderSection)].join('\n');
}
