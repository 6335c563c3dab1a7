import type { CanvasResult } from './canvas.ts';
import type { EvidenceResult } from './evidence.ts';
import type { ClustersResult } from './clusters.ts';
import type { DecodeResult } from './decode.ts';
import type { DemoResult } from './demo.ts';
import type { DirectoryFigure } from './directory.ts';
import type { ListsFigure } from './lists.ts';
import type { EthereumResult } from './ethereum.ts';
import type { FirstPageResult } from './first-page.ts';
import type { FramesResult } from './frames.ts';
import type { IngestResult } from './ingest.ts';
import type { ExplorerResult } from './explorer.ts';
import type { LoadResult } from './load.ts';
import type { LoopFigure } from './loop.ts';
import type { Machine } from './machine.ts';
import type { PartName } from './options.ts';
import type { PagesFigure } from './pages.ts';
import type { DatabaseFacts } from './places.ts';
import type { RiskResult } from './risk.ts';
import type { TracingResult } from './tracing.ts';
import type { RpcFigure } from './rpc.ts';
import type { ScreeningResult } from './screening.ts';
import type { StartResult } from './start.ts';
import type { StreamFigure } from './stream.ts';

/** Everything that one run of the bench found; kept as JSON. */
export interface Results {
  /** ISO 8601, UTC. */
  startedAt: string;
  commit: string;
  /** Files differed from the commit. */
  modified: boolean;
  quick: boolean;
  machine: Machine;
  databases?: DatabaseFacts;
  /** Load average of the machine before and after each part: above 1 before it, others were working too. */
  loadAverages: Partial<Record<PartName, [before: number, after: number]>>;
  start?: StartResult;
  decode?: DecodeResult;
  ingest?: IngestResult;
  clusters?: ClustersResult;
  directory?: DirectoryFigure[];
  lists?: ListsFigure[];
  rpc?: RpcFigure[];
  loop?: LoopFigure[];
  stream?: StreamFigure[];
  ethereum?: EthereumResult;
  demo?: DemoResult;
  pages?: PagesFigure[];
  load?: LoadResult;
  explorer?: ExplorerResult;
  risk?: RiskResult;
  tracing?: TracingResult;
  canvas?: CanvasResult;
  frames?: FramesResult;
  evidence?: EvidenceResult;
  screening?: ScreeningResult;
  'first-page'?: FirstPageResult;
}
