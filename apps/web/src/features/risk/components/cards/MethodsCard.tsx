import type { RiskScore } from '@hopscope/contract';
import { type LevelBounds, riskLevelOf } from '@hopscope/domain';
import { useState } from 'react';
import { methodNames, verdictName } from '../../../../lib/risk/risk-level.ts';
import { useRiskScore } from '../../../../lib/risk/use-risk-score.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import chart from '../../../../ui/chart/Chart.module.css';
import { ChartCard } from '../../../../ui/chart/ChartCard.tsx';
import { useWidth } from '../../../../ui/chart/use-width.ts';
import { Inset } from '../../../../ui/layout/Inset.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { RiskBadge } from '../../../../shared/risk/RiskBadge.tsx';
import { riskMark } from '../../../../shared/risk/risk-colors.ts';
import { type RowColumns, RowTable, RowTableSkeleton, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { StackedText } from '../../../../ui/text/StackedText.tsx';
import { useRiskMethods } from '../../api/risk.ts';
import { percentText } from '../../../../lib/text/percent.ts';
import { levelOfSeverity, percentOf } from '../../model/exposures.ts';
import {
  decisionsAt,
  differs,
  type MethodScore as Method,
  type MethodStrip,
  spread,
  type StripPart,
  stripsOf,
} from '../../model/method-strips.ts';
import { methodTexts } from '../../model/score-text.ts';
import css from './MethodsCard.module.css';

const columns: RowColumns<Method> = [
  {
    title: 'Method',
    render: (_, { method }) => <StackedText first={methodNames[method]} second={methodTexts[method]} />,
  },
  {
    title: 'Score',
    render: (_, { level, score, state }) => <RiskBadge level={level} score={score} state={state} plain />,
  },
  {
    title: 'Largest exposures',
    render: (_, { categories }) =>
      categories.length === 0 ? (
        <Text tone={3}>None</Text>
      ) : (
        categories
          .toSorted((a, b) => b.share - a.share)
          .slice(0, 2)
          .map(({ categoryName, share, direction }) => (
            <div key={`${direction} ${categoryName}`}>
              {categoryName}, {direction === 'backward' ? 'received' : 'sent'}: {percentOf(share)}
            </div>
          ))
      ),
  },
];

const plain = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-5)', 'var(--chart-6)'];
const nameWidth = 64;
const rowHeight = 20;
const headHeight = 24;
const groups = ['backward', 'forward'] as const;
const directionNames = { backward: 'Source of funds', forward: 'Destination of funds' } as const;

function Strips({
  strips,
  by,
  width,
  levels,
}: {
  strips: readonly MethodStrip[];
  /** The method of the score. */
  by: Method['method'];
  width: number;
  levels: LevelBounds;
}) {
  const own = strips.find(({ method }) => method === by);
  const risks = strips[0]?.parts.filter(({ severity }) => severity === 0).map(({ category }) => category);
  const fillOf = ({ category, severity }: StripPart): string => {
    if (severity === null) return 'var(--bg-3)';
    if (severity > 0) return riskMark(levelOfSeverity(severity, levels));
    return plain[(risks?.indexOf(category) ?? 0) % plain.length] ?? '';
  };
  return strips.map(({ method, parts }, row) => {
    let from = 0;
    return (
      <g key={method} data-method={method}>
        <text className={chart.label} x={nameWidth - 8} y={row * rowHeight + 12} textAnchor="end">
          {methodNames[method]}
        </text>
        {parts.map((part) => {
          const x = nameWidth + (from / 10_000) * width;
          from += part.hundredths;
          const other = differs(part, own);
          return (
            <rect
              key={part.category}
              data-hundredths={part.hundredths}
              className={other ? css.other : undefined}
              x={x}
              y={row * rowHeight + 2}
              width={(part.hundredths / 10_000) * width}
              height="13"
              fill={fillOf(part)}
            >
              <title>
                {`${part.name}: ${percentText(part.hundredths)}${other ? `, not as by ${methodNames[by]}` : ''}`}
              </title>
            </rect>
          );
        })}
      </g>
    );
  });
}

function Scores({
  methods,
  from,
  width,
  levels,
}: {
  methods: readonly Method[];
  /** Score of the decision. */
  from: number;
  width: number;
  levels: LevelBounds;
}) {
  const xOf = (score: number): number => nameWidth + (score / 100) * width;
  const range = spread(methods);
  const height = methods.length * rowHeight;
  return (
    <>
      {range && range.lowest < range.highest && (
        <rect
          className={css.open}
          x={xOf(range.lowest)}
          y="-2"
          width={xOf(range.highest) - xOf(range.lowest)}
          height={height + 2}
        >
          <title>{`The methods disagree from ${range.lowest + 1} to ${range.highest}`}</title>
        </rect>
      )}
      {methods.map(({ method, score, state, level }, row) => (
        <g key={method} data-score={score ?? 'unknown'}>
          <text className={chart.label} x={nameWidth - 8} y={row * rowHeight + 12} textAnchor="end">
            {methodNames[method]}
          </text>
          {score === null ? (
            <text className={chart.label} x={nameWidth} y={row * rowHeight + 12}>
              {verdictName(level, state)}
            </text>
          ) : (
            <>
              <line
                className={chart.grid}
                x1={nameWidth}
                x2={xOf(score)}
                y1={row * rowHeight + 8}
                y2={row * rowHeight + 8}
              />
              <circle
                cx={xOf(score)}
                cy={row * rowHeight + 8}
                r="5"
                fill={riskMark(riskLevelOf(score, levels))}
              />
              <text className={chart.label} x={xOf(score) + 9} y={row * rowHeight + 12}>
                {score}
              </text>
            </>
          )}
        </g>
      ))}
      <line className={css.decision} x1={xOf(from)} x2={xOf(from)} y1="-2" y2={height} />
    </>
  );
}

/** Strips of each direction by method, and the scores on one scale with the score of a decision. */
function Picture({ score, methods, from }: { score: RiskScore; methods: readonly Method[]; from: number }) {
  const [ref, full] = useWidth<HTMLDivElement>();
  const width = Math.max(0, full - nameWidth - 30);
  const { levels } = score.basis.profile;
  const shown = groups
    .map((direction) => ({ direction, strips: stripsOf(methods, direction) }))
    .filter(({ strips }) => strips.length > 0);
  const groupHeight = headHeight + methods.length * rowHeight + 6;
  const height = (shown.length + 1) * groupHeight;
  return (
    <div className={chart.chart}>
      <div ref={ref} style={{ height }}>
        {full > 0 && (
          <svg data-chart role="img" aria-label="Funds and score by method" width={full} height={height}>
            {shown.map(({ direction, strips }, i) => (
              <g
                key={direction}
                data-direction={direction}
                transform={`translate(0 ${i * groupHeight + headHeight})`}
              >
                <text className={chart.name} x="0" y="-9">
                  {directionNames[direction]}
                </text>
                <Strips strips={strips} by={score.basis.method} width={width} levels={levels} />
              </g>
            ))}
            <g transform={`translate(0 ${shown.length * groupHeight + headHeight})`}>
              <text className={chart.name} x="0" y="-9">
                Score
              </text>
              <Scores methods={methods} from={from} width={width} levels={levels} />
            </g>
          </svg>
        )}
      </div>
    </div>
  );
}

const namesOf = (methods: readonly Method[]): string =>
  methods.map(({ method }) => methodNames[method]).join(', ');

/** Says for a score from which a decision changes whether the methods lead to the same decision. */
function decisionText(methods: readonly Method[], from: number): string {
  const { reached, below, unknown } = decisionsAt(methods, from);
  const rest = unknown.length === 0 ? '' : ` No score: ${namesOf(unknown)}.`;
  if (reached.length === 0) return `No method reaches ${from}.${rest}`;
  if (below.length === 0) return `All scores are ${from} or more.${rest}`;
  return `The decision depends on the method. ${from} or more: ${namesOf(reached)}. Less: ${namesOf(below)}.${rest}`;
}

function Comparison({
  score,
  methods,
  from,
  onFrom,
}: {
  score: RiskScore;
  methods: readonly Method[];
  from: number;
  onFrom: (from: number) => void;
}) {
  return (
    <>
      <Picture score={score} methods={methods} from={from} />
      <label className={css.slider}>
        <span>Decide from {from}</span>
        <input
          type="range"
          min={1}
          max={100}
          value={from}
          onChange={(event) => onFrom(Number(event.target.value))}
        />
      </label>
      <TableFoot>
        <span role="status">{decisionText(methods, from)}</span>
      </TableFoot>
    </>
  );
}

/** Compares the funds and the score by the four taint methods. */
export function MethodsCard({ address }: { address: string }) {
  const [wanted, setWanted] = useState(false);
  const { data: score } = useRiskScore(address);
  const { data, error, refetch } = useRiskMethods(address, wanted);
  const [chosen, setChosen] = useState<number>();
  const from = chosen ?? score?.basis.profile.levels.high ?? 1;
  return (
    <ChartCard
      title="Taint methods"
      file={`methods-${address}`}
      {...(data &&
        score && {
          table: (
            <RowTable
              label="Score by method"
              words
              columns={columns}
              rows={data}
              rowKey={({ method }) => method}
            />
          ),
        })}
    >
      {!wanted ? (
        <Inset>
          <Stack gap={12}>
            <Text tone={2} size={13}>
              When funds are mixed, inputs cannot be matched to outputs. Each method attributes them
              differently
              {score && `; the score above is by ${methodNames[score.basis.method].toLowerCase()}`}.
            </Text>
            <span>
              <Button onClick={() => setWanted(true)}>Compare methods</Button>
            </span>
          </Stack>
        </Inset>
      ) : data && score ? (
        <Comparison score={score} methods={data} from={from} onFrom={setChosen} />
      ) : error ? (
        <LoadFailure title="Failed to compare the methods" error={error} onRetry={refetch} />
      ) : (
        <RowTableSkeleton rows={4} />
      )}
    </ChartCard>
  );
}
