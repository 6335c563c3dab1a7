import {
  initialsOf,
  innerRadius,
  outerRadius,
  type RelationKind,
  type RelationNode,
  ringsSize,
} from '../model/relation-rings.ts';
import css from './RelationRings.module.css';

const middle = ringsSize / 2;
const kindClass: Record<RelationKind, string | undefined> = {
  group: css.group,
  custodian: css.custodian,
  owner: css.owner,
  partner: css.partner,
};

/** Entities around one: owners and custodians on the inner ring, partners of payments on the outer one. */
export function RelationRings({ name, nodes }: { name: string; nodes: readonly RelationNode[] }) {
  return (
    <div className={css.frame}>
      <svg
        data-chart
        role="img"
        aria-label={`Entities around ${name}`}
        viewBox={`0 0 ${ringsSize} ${ringsSize}`}
        width={ringsSize}
        height={ringsSize}
        className={css.picture}
      >
        <circle cx={middle} cy={middle} r={innerRadius} className={css.ring} />
        <circle cx={middle} cy={middle} r={outerRadius} className={css.ring} strokeDasharray="2 4" />
        {nodes.map(({ key, x, y, share }) => (
          <line
            key={key}
            x1={middle}
            y1={middle}
            x2={x}
            y2={y}
            className={css.link}
            strokeWidth={1 + 5 * share}
          />
        ))}
        {nodes.map(({ key, name: other, relation, shareText, kind, x, y }) => (
          <g key={key} data-relation={kind}>
            <title>
              {shareText !== ''
                ? `${relation} ${other}: ${shareText} of its payments`
                : `${relation}: ${other}`}
            </title>
            <circle cx={x} cy={y} r="15" className={`${css.node} ${kindClass[kind]}`} />
            <text x={x} y={y + 4} textAnchor="middle" className={css.initials}>
              {initialsOf(other)}
            </text>
          </g>
        ))}
        <circle cx={middle} cy={middle} r="20" className={`${css.node} ${css.self}`} />
        <text x={middle} y={middle + 4} textAnchor="middle" className={css.initials}>
          {initialsOf(name)}
        </text>
      </svg>
    </div>
  );
}
