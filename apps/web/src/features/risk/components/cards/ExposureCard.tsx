import type { RiskScore, RiskWalk } from '@hopscope/contract';
import { useMemo, useState } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useRiskScore } from '../../../../lib/risk/use-risk-score.ts';
import { ChartCard } from '../../../../ui/chart/ChartCard.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { RiskBadge } from '../../../../shared/risk/RiskBadge.tsx';
import { type RowColumns, RowTable, RowTableSkeleton, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import {
  coverageSentence,
  type ExposurePart,
  levelOfSeverity,
  millionthsOf,
  partsOfWalk,
  percentOf,
  restTexts,
} from '../../model/exposures.ts';
import { riskTexts } from '../../model/texts.ts';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import { EvidenceList, LabelList } from '../Evidence.tsx';
import { sankeyOf } from '../../model/sankey.ts';
import css from './ExposureCard.module.css';
import { NewTab } from '../links.tsx';
import { PathSteps } from '../PathSteps.tsx';
import { SankeyPicture } from './SankeyPicture.tsx';

type Way = RiskWalk['direction'];
const ways = [
  { value: 'backward', label: 'Source of funds' },
  { value: 'forward', label: 'Destination of funds' },
] as const;

function nameOf(part: ExposurePart): string {
  if (part.kind === 'rest') return restTexts[part.rest.reason];
  const { entity, categoryName } = part.exposure;
  return entity ? `${categoryName}: ${entity.name}` : categoryName;
}

function Detail({ part, score }: { part: ExposurePart; score: RiskScore }) {
  const coin = score.basis.asset;
  const { counted } = useFormats();
  if (part.kind === 'rest') {
    return (
      <Text tone={2} size={13}>
        {restTexts[part.rest.reason]}. The origin or destination beyond this point is unknown and counts
        neither as risk nor as clean.
      </Text>
    );
  }
  const { exposure } = part;
  return (
    <Stack gap={12}>
      <PathSteps path={exposure.path} coin={coin} direction={exposure.direction} />
      {exposure.byHops.length > 1 && (
        <Text tone={2} size={13}>
          {exposure.byHops.map(({ hops, amount }, i) => (
            <span key={hops}>
              {i > 0 && ', '}
              <CoinAmount coin={coin} amount={amount} /> over {counted(hops, 'hop')}
            </span>
          ))}
        </Text>
      )}
      <EvidenceList evidence={exposure.evidence} transactions={exposure.transactions} coin={coin} />
      <LabelList labels={exposure.labels} />
    </Stack>
  );
}

/** Sankey diagram with the paths of the selected part. */
function Picture({ walk, score }: { walk: RiskWalk; score: RiskScore }) {
  const [chosen, setChosen] = useState<ExposurePart>();
  const sankey = useMemo(() => sankeyOf(walk, nameOf), [walk]);
  if (!sankey) return null;
  const choose = (part: ExposurePart) => setChosen((open) => (open?.key === part.key ? undefined : part));
  return (
    <>
      <SankeyPicture
        sankey={sankey}
        levels={score.basis.profile.levels}
        direction={walk.direction}
        chosen={chosen?.key}
        onChoose={choose}
      />
      {chosen && (
        <section className={css.paths} aria-label={`Paths of ${nameOf(chosen)}`}>
          <h3>
            {nameOf(chosen)}, {chosen.percent}
          </h3>
          <Detail part={chosen} score={score} />
        </section>
      )}
    </>
  );
}

/** Total that the parts refer to, and the share that they cover. */
export function ExposureBasis({
  walk,
  asset,
  parts,
}: {
  walk: Pick<RiskWalk, 'direction' | 'total' | 'reads'>;
  asset: RiskScore['basis']['asset'];
  parts: readonly ExposurePart[];
}) {
  const { counted } = useFormats();
  return (
    <span data-testid="exposure-sum">
      Total {percentOf(millionthsOf(parts) / 1_000_000)} of <CoinAmount coin={asset} amount={walk.total} />{' '}
      {walk.direction === 'backward' ? 'received from others' : 'paid to others'} in all transactions,{' '}
      {counted(walk.reads, 'lookup')}
    </span>
  );
}

function Walk({ walk, score }: { walk: RiskWalk; score: RiskScore }) {
  const parts = partsOfWalk(walk);
  const sentence = coverageSentence(walk);
  if (walk.failed !== null)
    return (
      <EmptyState path="cut" title="Tracing failed">
        {walk.failed}
      </EmptyState>
    );
  if (sentence === null || parts.length === 0) {
    return (
      <EmptyState title="No transfers">
        {walk.direction === 'backward'
          ? 'Nothing received from other addresses'
          : 'Nothing sent to other addresses'}
      </EmptyState>
    );
  }
  const columns: RowColumns<ExposurePart> = [
    {
      title: 'Category',
      render: (_, part) =>
        part.kind === 'rest' ? (
          <Text tone={2} unknown>
            {restTexts[part.rest.reason]}
          </Text>
        ) : (
          part.exposure.categoryName
        ),
    },
    {
      title: 'Entity',
      render: (_, part) =>
        part.kind === 'exposure' && part.exposure.entity ? (
          <NewTab href={`/home/blockham?entity=${encodeURIComponent(part.exposure.entity.id)}`}>
            {part.exposure.entity.name}
          </NewTab>
        ) : (
          ''
        ),
    },
    {
      title: 'Severity',
      render: (_, part) =>
        part.kind === 'exposure' && part.exposure.severity > 0 ? (
          <RiskBadge
            level={levelOfSeverity(part.exposure.severity, score.basis.profile.levels)}
            score={part.exposure.severity}
            plain
          />
        ) : (
          <Text tone={3}>{part.kind === 'rest' ? 'Unknown' : 'None'}</Text>
        ),
    },
    {
      title: 'Hops',
      align: 'right',
      render: (_, part) => (part.kind === 'exposure' ? part.exposure.hops : ''),
    },
    {
      title: 'Amount',
      align: 'right',
      render: (_, part) => (
        <CoinAmount
          coin={score.basis.asset}
          amount={part.kind === 'rest' ? part.rest.amount : part.exposure.amount}
        />
      ),
    },
    { title: 'Share', align: 'right', render: (_, { percent }) => percent },
  ];
  return (
    <>
      <Picture walk={walk} score={score} />
      <RowTable
        label={walk.direction === 'backward' ? 'Source of funds' : 'Destination of funds'}
        columns={columns}
        rows={parts}
        rowKey={({ key }) => key}
        detail={(part) => <Detail part={part} score={score} />}
        detailLabel="Show path and evidence"
      />
      <TableFoot>
        <span>{sentence}</span>
        <ExposureBasis walk={walk} asset={score.basis.asset} parts={parts} />
      </TableFoot>
    </>
  );
}

/** Exposure of the address by category and entity, including the parts that were not traced. */
export function ExposureCard({ address }: { address: string }) {
  const [way, setWay] = useState<Way>('backward');
  const { data, error } = useRiskScore(address);
  const walk = data?.walks.find(({ direction }) => direction === way);
  return (
    <ChartCard
      title="Exposure"
      file={`${way === 'backward' ? 'source' : 'destination'}-${address}`}
      {...(walk && walk.failed === null && walk.total !== '0' && { table: null })}
      extra={<Segmented label="Exposure" value={way} options={ways} onChange={setWay} />}
    >
      {data ? (
        walk ? (
          <Walk key={way} walk={walk} score={data} />
        ) : (
          <EmptyState title={riskTexts.noRisk}>{data.reason}</EmptyState>
        )
      ) : error ? (
        <EmptyState path="cut" title={riskTexts.scoreFailed} />
      ) : (
        <RowTableSkeleton rows={4} />
      )}
    </ChartCard>
  );
}
