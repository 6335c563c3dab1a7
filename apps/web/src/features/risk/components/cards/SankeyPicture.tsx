import type { KeyboardEvent } from 'react';
import type { RiskWalk } from '@hopscope/contract';
import { type LevelBounds } from '@hopscope/domain';
import { riskMark } from '../../../../shared/risk/risk-colors.ts';
import { type ExposurePart, levelOfSeverity, percentOf } from '../../model/exposures.ts';
import { type Sankey, type SankeyNode, sankeyWidth } from '../../model/sankey.ts';
import css from './SankeyPicture.module.css';

const longestTitle = 28;
const hatch = 'sankey-not-walked';

function colorOf({ severity }: { severity: number | null | undefined }, levels: LevelBounds): string {
  if (severity === undefined) return 'var(--text-3)';
  if (severity === null) return `url(#${hatch})`;
  return severity === 0 ? 'var(--risk-verylow-mark)' : riskMark(levelOfSeverity(severity, levels));
}

const cut = (title: string): string =>
  title.length <= longestTitle ? title : `${title.slice(0, longestTitle - 1)}…`;

interface PartProps {
  node: SankeyNode;
  levels: LevelBounds;
  backward: boolean;
  chosen: boolean;
  onChoose: (part: ExposurePart) => void;
}

function Part({ node, levels, backward, chosen, onChoose }: PartProps) {
  const { part, title, share, x, y, height } = node;
  const text = (
    <>
      <title>{`${title}: ${percentOf(share)}`}</title>
      <rect x={x} y={y} width="10" height={height} rx="1" fill={colorOf(node, levels)} />
      <text x={backward ? x - 8 : x + 18} y={y + height / 2 + 4} textAnchor={backward ? 'end' : 'start'}>
        {cut(title)} <tspan className={css.share}>{percentOf(share)}</tspan>
      </text>
    </>
  );
  if (!part) return <g>{text}</g>;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onChoose(part);
  };
  return (
    <g
      role="button"
      tabIndex={0}
      aria-pressed={chosen}
      aria-label={`Paths of ${title}, ${percentOf(share)}`}
      className={chosen ? `${css.part} ${css.chosen}` : css.part}
      onClick={() => onChoose(part)}
      onKeyDown={onKeyDown}
    >
      {/* Enlarges the click target of thin bars. */}
      <rect
        x={backward ? 0 : x}
        y={Math.min(y, y + height / 2 - 10)}
        width={backward ? x + 10 : sankeyWidth - x}
        height={Math.max(height, 20)}
        className={css.ground}
      />
      {text}
    </g>
  );
}

/** Sankey diagram of exposure by hops and entity; a part or its ribbon opens its paths. */
export function SankeyPicture({
  sankey,
  levels,
  direction,
  chosen,
  onChoose,
}: {
  sankey: Sankey;
  /** Level bounds of the profile, which determine colors. */
  levels: LevelBounds;
  direction: RiskWalk['direction'];
  /** Key of the part that is open. */
  chosen: string | undefined;
  onChoose: (part: ExposurePart) => void;
}) {
  const { self, distances, parts, ribbons, height } = sankey;
  const backward = direction === 'backward';
  return (
    <figure className={css.figure} aria-label="Exposure by distance and entity">
      <svg data-chart viewBox={`0 0 ${sankeyWidth} ${height}`} className={css.picture}>
        <defs>
          <pattern
            id={hatch}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="1.5" height="6" fill="var(--text-3)" />
          </pattern>
        </defs>
        {ribbons.map((ribbon) => (
          <path
            key={ribbon.key}
            d={ribbon.path}
            fill={colorOf(ribbon, levels)}
            className={ribbon.part && chosen === ribbon.part.key ? `${css.ribbon} ${css.lit}` : css.ribbon}
            {...(ribbon.part && { 'data-opens': true, onClick: () => ribbon.part && onChoose(ribbon.part) })}
          />
        ))}
        <rect x={self.x} y={self.y} width="10" height={self.height} rx="1" className={css.self} />
        <text
          x={backward ? self.x + 10 : self.x}
          y={self.y - 6}
          textAnchor={backward ? 'end' : 'start'}
          className={css.share}
        >
          this address
        </text>
        {distances.map((node) => (
          <g key={node.key}>
            <rect x={node.x} y={node.y} width="10" height={node.height} rx="1" className={css.distance} />
            <text x={node.x + 5} y={node.y - 5} textAnchor="middle" className={css.share}>
              {node.title} {percentOf(node.share)}
            </text>
          </g>
        ))}
        {parts.map((node) => (
          <Part
            key={node.key}
            node={node}
            levels={levels}
            backward={backward}
            chosen={node.part !== undefined && chosen === node.part.key}
            onChoose={onChoose}
          />
        ))}
      </svg>
    </figure>
  );
}
