import type { Blockchain } from '@hopscope/contract';
import { ageText, chains } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { blockSearch } from '../../../../lib/search/block-search.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { ChartCard } from '../../../../ui/chart/ChartCard.tsx';
import chart from '../../../../ui/chart/Chart.module.css';
import { useWidth } from '../../../../ui/chart/use-width.ts';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { useLatestBlocks } from '../../api/latest-blocks.ts';
import { useUnconfirmedTotals } from '../../api/unconfirmed.ts';
import css from './BlockRiver.module.css';

/** A block of the river; `full`: 0 to 1. */
interface RiverBlock {
  number: number;
  hash: string;
  seconds: number;
  transactions: number;
  full: number;
}

const tile = 96;
const gap = 10;
const height = tile;
const pool = 112;
/** Room of the arrow from the pool to the newest block. */
const arrow = 34;
/** Virtual size of a Bitcoin block in vB. */
const blockSize = 1_000_000;

function Tile({ block, chain, x }: { block: RiverBlock; chain: Blockchain; x: number }) {
  const { count, counted } = useFormats();
  const now = useNow();
  const filled = Math.round(block.full * (tile - 2));
  const age = ageText(block.seconds, now);
  return (
    <g className={css.block} style={{ transform: `translate(${x}px, 0)` }} data-block={block.number}>
      <Link
        to="/home/block-explorer/block/$block"
        params={{ block: String(block.number) }}
        search={blockSearch(chain)}
        aria-label={`Block ${count(block.number)}, ${counted(block.transactions, 'transaction')}, ${age}`}
      >
        <rect className={css.tile} x="0.5" y="0.5" width={tile - 1} height={tile - 1} rx="6" />
        <rect
          className={css.fill}
          x="1"
          y={tile - 1 - filled}
          width={tile - 2}
          height={filled}
          rx={Math.min(5, filled / 2)}
        />
        <text className={chart.value} x={tile / 2} y="34" textAnchor="middle">
          {count(block.number)}
        </text>
        <text className={chart.label} x={tile / 2} y="54" textAnchor="middle">
          {count(block.transactions)} tx
        </text>
        <text className={chart.label} x={tile / 2} y="72" textAnchor="middle">
          {age}
        </text>
      </Link>
    </g>
  );
}

/** What waits for the next block, stacked by fee rate: the highest fees are at the bottom, nearest to the block. */
function Pool() {
  const { count } = useFormats();
  const { data } = useUnconfirmedTotals();
  if (!data) return null;
  const most = Math.max(blockSize, data.vsize);
  let top = tile - 1;
  return (
    <g>
      <rect className={css.pool} x="0.5" y="0.5" width={pool - 1} height={tile - 1} rx="6" />
      {data.bands.toReversed().map(({ from, vsize }, i) => {
        const size = vsize === 0 ? 0 : Math.max(1.5, (vsize / most) * (tile - 4));
        top -= size;
        return (
          <rect
            key={from}
            x="1"
            y={top}
            width={pool - 2}
            height={size}
            fill="var(--accent)"
            opacity={Math.max(0.25, 0.9 - i * 0.12)}
          />
        );
      })}
      <text className={chart.value} x={pool / 2} y="34" textAnchor="middle">
        {count(data.count)} unconfirmed
      </text>
      <text className={chart.label} x={pool / 2} y="54" textAnchor="middle">
        {count(data.vsize)} vB
      </text>
      <path className={css.arrow} d={`M${pool + 6} ${tile / 2}h20m-6 -5l6 5l-6 5`} />
    </g>
  );
}

interface Shown {
  chain: Blockchain;
  /** The chain can have a mempool. */
  pool?: boolean;
}

function River({ chain, pool: mayWait = false, blocks }: Shown & { blocks: readonly RiverBlock[] }) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const { data } = useUnconfirmedTotals();
  const hasPool = mayWait && data !== undefined && data !== null;
  const start = hasPool ? pool + arrow : 0;
  const most = Math.max(1, Math.floor((width - start + gap) / (tile + gap)));
  const shown = blocks.slice(0, most);
  return (
    <div className={chart.chart}>
      <div ref={ref} style={{ height }}>
        {width > 0 && (
          <svg
            data-chart
            role="group"
            aria-label={`Newest blocks of ${chains[chain].name}`}
            width={width}
            height={height}
          >
            {hasPool && <Pool />}
            {shown.map((block, i) => (
              <Tile key={block.hash} block={block} chain={chain} x={start + i * (tile + gap)} />
            ))}
          </svg>
        )}
      </div>
    </div>
  );
}

/** Bitcoin blocks are filled by their size relative to the largest one shown, because blocks of test networks are tiny. */
function BitcoinRiver() {
  const { data } = useLatestBlocks('bitcoin');
  const largest = Math.max(1, ...(data ?? []).map(({ weight }) => weight));
  return (
    <Loaded
      chain="bitcoin"
      pool
      blocks={data?.map(({ number, hash, timestamp, transaction_count, weight }) => ({
        number,
        hash,
        seconds: timestamp,
        transactions: transaction_count,
        full: weight / largest,
      }))}
    />
  );
}

/** Ethereum blocks are filled by the gas that they used. */
function EthereumRiver() {
  const { data } = useLatestBlocks('ethereum');
  return (
    <Loaded
      chain="ethereum"
      blocks={data?.map(({ number, hash, timestamp, transaction_count, gas_used, gas_limit }) => ({
        number,
        hash,
        seconds: timestamp,
        transactions: transaction_count,
        full: Number((BigInt(gas_used) * 1000n) / (BigInt(gas_limit) || 1n)) / 1000,
      }))}
    />
  );
}

function Loaded({ blocks, ...shown }: Shown & { blocks: readonly RiverBlock[] | undefined }) {
  return blocks ? <River {...shown} blocks={blocks} /> : <Room />;
}

function Room() {
  return (
    <div className={chart.chart}>
      <Skeleton width="100%" height={height} />
    </div>
  );
}

/** Room of the river until the chains of the ledger are known. */
export function BlockRiverSkeleton() {
  return (
    <ChartCard title="Live blocks" file="">
      <Room />
    </ChartCard>
  );
}

const rivers = { bitcoin: BitcoinRiver, ethereum: EthereumRiver } satisfies Record<
  Blockchain,
  typeof BitcoinRiver
>;

const fillTexts: Readonly<Record<Blockchain, string>> = {
  bitcoin: 'filled by size, relative to the largest shown',
  ethereum: 'filled by gas used',
};

/** The newest blocks of a chain, and what waits for the next one; the list of blocks is the same as a table. */
export function BlockRiver({ chain }: { chain: Blockchain }) {
  const Shown = rivers[chain];
  return (
    <ChartCard title="Live blocks" count={fillTexts[chain]} file={`blocks-${chain}`} table={null}>
      <Shown />
    </ChartCard>
  );
}
