import type { BackupResult } from '../suites/backup.ts';
import type { ProcessesResult } from '../suites/processes.ts';
import type { CanvasResult } from '../suites/canvas.ts';
import type { EvidenceResult } from '../suites/evidence.ts';
import type { ChecksResult } from '../suites/checks.ts';
import type { ClustersResult } from '../suites/clusters.ts';
import type { CrossingsResult } from '../suites/crossings.ts';
import type { DecodeResult } from '../suites/decode.ts';
import type { DemoResult } from '../suites/demo.ts';
import type { DirectoryFigure } from '../suites/directory.ts';
import type { ListsFigure } from '../suites/lists.ts';
import type { EthereumResult } from '../suites/ethereum.ts';
import type { FirstPageResult } from '../suites/first-page.ts';
import type { FramesResult } from '../suites/frames.ts';
import type { LargeDocumentResult } from '../suites/large-document.ts';
import type { LoadResult } from '../suites/load.ts';
import type { ExplorerResult } from '../suites/explorer.ts';
import type { AnswersResult } from '../suites/answers.ts';
import type { LoopFigure } from '../suites/loop.ts';
import type { Machine } from './machine.ts';
import type { PartName } from '../options.ts';
import type { PagesFigure } from '../lib/pages.ts';
import type { DatabaseFacts } from '../lib/free-slots.ts';
import type { RiskResult } from '../suites/risk.ts';
import type { TracingResult } from '../suites/tracing.ts';
import type { RpcFigure } from '../suites/rpc.ts';
import type { ScreeningResult } from '../suites/screening/screening.ts';
import type { StartResult } from '../suites/start.ts';
import type { StreamFigure } from '../suites/stream.ts';

/** All results of one run of the bench; stored as JSON. */
export interface Results {
  /** ISO 8601, UTC. */
  startedAt: string;
  commit: string;
  /** Files differed from the commit. */
  modified: boolean;
  quick: boolean;
  machine: Machine;
  databases?: DatabaseFacts;
  /** Load average of the machine before and after each part: above 1 before it, other work was running. */
  loadAverages: Partial<Record<PartName, [before: number, after: number]>>;
  start?: StartResult;
  decode?: DecodeResult;
  load?: LoadResult;
  clusters?: ClustersResult;
  directory?: DirectoryFigure[];
  lists?: ListsFigure[];
  rpc?: RpcFigure[];
  loop?: LoopFigure[];
  stream?: StreamFigure[];
  ethereum?: EthereumResult;
  demo?: DemoResult;
  pages?: PagesFigure[];
  answers?: AnswersResult;
  checks?: ChecksResult;
  explorer?: ExplorerResult;
  risk?: RiskResult;
  tracing?: TracingResult;
  crossings?: CrossingsResult;
  canvas?: CanvasResult;
  frames?: FramesResult;
  'large-document'?: LargeDocumentResult;
  evidence?: EvidenceResult;
  screening?: ScreeningResult;
  'first-page'?: FirstPageResult;
  backup?: BackupResult;
  processes?: ProcessesResult;
}
