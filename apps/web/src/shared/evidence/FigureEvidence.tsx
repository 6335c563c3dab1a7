import { type Coverage, getBlock, type Price } from '@hopscope/contract';
import { type Blockchain, chains } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Quote } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormats } from '../../lib/people/formats-context.tsx';
import { useServerHealth } from '../../lib/server-health.ts';
import { useServices } from '../../lib/services.ts';
import { coverageText } from '../../lib/text/coverage-text.ts';
import { CopyButton } from '../../ui/button/CopyButton.tsx';
import { DescriptionList, type Fact } from '../../ui/display/DescriptionList.tsx';
import { blockSearch } from '../../lib/search/block-search.ts';
import { Text } from '../../ui/text/Text.tsx';
import { ClickCard } from '../../ui/overlay/ClickCard.tsx';
import { Hash } from '../chain/Hash.tsx';
import css from './FigureEvidence.module.css';
import { citationOf } from './citation.ts';

/** A figure of a page. */
export interface Figure {
  /** `Balance`. */
  label: string;
  /** With all digits and its unit. */
  value: string;
  /** What it is of: an address, a hash, or the name of an entity. */
  subject: string;
}

/** What a figure of the ledger rests on. */
export interface LedgerBasis {
  blockchain: Blockchain;
  /** Of totals: the blocks that they are from. */
  coverage?: Coverage;
  /** Block of the figure, or the newest one of totals; null: none. */
  height: number | null;
  /** If it is known already. */
  blockHash?: string;
  /** Of an amount in dollars beside it. */
  price?: Price | undefined;
  /** Further facts. */
  facts?: readonly Fact[];
}

function useBlockHash({ blockchain, height, blockHash }: LedgerBasis): string | undefined {
  const { api } = useServices();
  const { data } = useQuery({
    queryKey: [getBlock.id, blockchain, String(height), 'hash'],
    enabled: height !== null && blockHash === undefined,
    queryFn: async ({ signal }) => {
      const asked = { params: { height: String(height) }, query: { blockchain } };
      return (await api(getBlock, asked, { signal })).data.hash;
    },
  });
  return blockHash ?? data;
}

function Citation({ figure, facts }: { figure: Figure; facts: readonly string[] }) {
  const health = useServerHealth();
  const text = citationOf(figure, facts, {
    version: health.data?.version,
    at: new Date(),
    page: window.location.href,
  });
  return (
    <p className={css.citation}>
      <span>{text}</span> <CopyButton text={text} what="citation" />
    </p>
  );
}

function priceText({ source, stale, fallback }: Price): string {
  if (fallback) return 'fixed fallback price';
  return `${stale ? 'last known' : 'current'} price (source: ${source})`;
}

/** What is known about the origin of a figure of the ledger, and how to cite it. */
function LedgerEvidence({ figure, basis }: { figure: Figure; basis: LedgerBasis }) {
  const formats = useFormats();
  const { blockchain, coverage, height, price, facts = [] } = basis;
  const hash = useBlockHash(basis);
  const { name } = chains[blockchain];
  const own: Fact[] = [
    [figure.label, <Text key="value">{figure.value}</Text>],
    ['Source', coverage?.kind === 'address' ? 'Network service' : `${name} ledger of this installation`],
    ...(coverage ? [['Blocks', coverageText(coverage, formats)] as const] : []),
  ];
  if (height !== null) {
    own.push([
      'Block',
      <>
        <Link
          to="/home/block-explorer/block/$block"
          params={{ block: String(height) }}
          search={blockSearch(blockchain)}
        >
          {formats.count(height)}
        </Link>{' '}
        {hash !== undefined && <Hash value={hash} what="block hash" />}
      </>,
    ]);
  }
  if (price) own.push(['US dollars', priceText(price)]);
  const cited = [
    `${name} block ${height === null ? 'unknown' : String(height)}${hash === undefined ? '' : ` (${hash})`}`,
    ...(coverage && coverage.kind !== 'complete' ? [coverageText(coverage, formats)] : []),
  ];
  return (
    <div className={css.body}>
      <DescriptionList facts={[...own, ...facts]} />
      <Citation figure={figure} facts={cited} />
    </div>
  );
}

/** Evidence of a figure that doesn't come from the ledger alone: its facts, and what the citation names. */
function OtherEvidence({
  figure,
  facts,
  cited,
}: {
  figure: Figure;
  facts: readonly Fact[];
  cited: readonly string[];
}) {
  return (
    <div className={css.body}>
      <DescriptionList facts={[[figure.label, figure.value], ...facts]} />
      <Citation figure={figure} facts={cited} />
    </div>
  );
}

function Opener({ figure, content }: { figure: Figure; content: ReactNode }) {
  const name = `Evidence of ${figure.label}`;
  return (
    <ClickCard title={name} content={content}>
      <button type="button" className={css.button} aria-label={name} title={name}>
        <Quote size={11} strokeWidth={1.8} aria-hidden="true" />
      </button>
    </ClickCard>
  );
}

/** Button that opens source, block, and citation of a figure of the ledger. */
export function LedgerFigure({ figure, basis }: { figure: Figure; basis: LedgerBasis }) {
  return <Opener figure={figure} content={<LedgerEvidence figure={figure} basis={basis} />} />;
}

/** Button that opens facts about a figure, and its citation. */
export function CitedFigure({
  figure,
  facts,
  cited,
}: {
  figure: Figure;
  facts: readonly Fact[];
  /** What the citation names after the figure. */
  cited: readonly string[];
}) {
  return <Opener figure={figure} content={<OtherEvidence figure={figure} facts={facts} cited={cited} />} />;
}
