import type { ChangeFindingView, TransactionView, UnconfirmedTransactionView } from '@hopscope/contract';
import type { ReactNode } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Amount } from '../../../../shared/amount/Amount.tsx';
import { ScreenReaderText } from '../../../../ui/text/ScreenReaderText.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { noAddressText } from '../../model/text/script-text.ts';
import { changeByOutput, changeReason } from '../../model/transaction/context-text.ts';
import { type PictureRow, type PictureSide, pictureOf, ribbonPath } from '../../model/transaction/picture.ts';
import type { Input } from './InputRow.tsx';
import { AddressLink } from '../links.tsx';
import type { Output } from './OutputRow.tsx';
import css from './TransactionPicture.module.css';

type Shown = TransactionView | UnconfirmedTransactionView;
type End =
  | { kind: 'input'; amount: number | null; input: Input }
  | { kind: 'output'; amount: number; output: Output }
  | { kind: 'fee'; amount: number };

const ribbonWidth = 100;

function Owner({ addr, otherwise }: { addr: string | null; otherwise: string }) {
  if (addr === null) return <Text tone={2}>{otherwise}</Text>;
  return <AddressLink address={addr} plain />;
}

function Who({ end }: { end: End }) {
  if (end.kind === 'fee') return <Text tone={2}>Fee</Text>;
  if (end.kind === 'input') {
    if (end.input.txid === null) return <Text tone={2}>New coins and fees</Text>;
    if (end.input.amt === null) return <Text unknown>Not in ledger</Text>;
    return <Owner addr={end.input.addr} otherwise={noAddressText(end.input.script_type)} />;
  }
  return <Owner addr={end.output.addr} otherwise={noAddressText(end.output.script_type)} />;
}

function ChangeTag({ findings }: { findings: readonly ChangeFindingView[] }) {
  const reasons = findings.map(changeReason);
  return (
    <Tag title={reasons.join('\n')}>
      Change?
      <ScreenReaderText> {reasons.join('; ')}</ScreenReaderText>
    </Tag>
  );
}

function Row({ row, change }: { row: PictureRow<End>; change: readonly ChangeFindingView[] }) {
  const { count, counted } = useFormats();
  return (
    <li className={css.row} style={{ height: row.height }}>
      <span className={css.who}>
        {row.row ? (
          <Who end={row.row} />
        ) : (
          <Text tone={2}>
            {count(row.count)} more
            {row.unknown > 0 && `, ${counted(row.unknown, 'unknown amount')}`}
          </Text>
        )}
      </span>
      {row.amount !== null && (
        <span className={css.amount}>
          <Amount sats={row.amount} /> {change.length > 0 && <ChangeTag findings={change} />}
        </span>
      )}
    </li>
  );
}

function Side({
  label,
  side,
  change,
  className,
}: {
  label: string;
  side: PictureSide<End>;
  change: ReadonlyMap<number, readonly ChangeFindingView[]>;
  className: string;
}) {
  return (
    <ul className={`${css.side} ${className}`} aria-label={label}>
      {side.rows.map((row) => (
        <Row key={row.index} row={row} change={(row.row?.kind === 'output' && change.get(row.index)) || []} />
      ))}
    </ul>
  );
}

function classOf(row: PictureRow<End>, change: ReadonlyMap<number, unknown>): string {
  const more =
    row.amount === null
      ? css.unknown
      : row.row?.kind === 'fee'
        ? css.fee
        : row.row?.kind === 'output' && change.has(row.index)
          ? css.change
          : '';
  return `${css.ribbon} ${more ?? ''}`;
}

function Ribbons({
  side,
  height,
  mirrored,
  change,
}: {
  side: PictureSide<End>;
  height: number;
  mirrored: boolean;
  change: ReadonlyMap<number, unknown>;
}): ReactNode {
  return (
    <svg
      viewBox={`0 0 ${ribbonWidth} ${height}`}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <g transform={mirrored ? `matrix(-1 0 0 1 ${ribbonWidth} 0)` : undefined}>
        {side.rows.map((row) => (
          <path key={row.index} className={classOf(row, change)} d={ribbonPath(row, ribbonWidth)} />
        ))}
      </g>
    </svg>
  );
}

/** Sankey diagram of a transaction: ribbon thickness is the amount; the 12 largest per side are separate. */
export function TransactionPicture({
  tx,
  change,
}: {
  tx: Shown;
  /** Outputs identified as change; empty if not analyzed. */
  change: readonly ChangeFindingView[];
}) {
  const { counted } = useFormats();
  const inputs: End[] = tx.inputs.map((input) => ({
    kind: 'input',
    amount: input.txid === null ? tx.output_amt : input.amt,
    input,
  }));
  const outputs: End[] = tx.outputs.map((output) => ({ kind: 'output', amount: output.amt, output }));
  if (tx.fee_amt !== null && tx.fee_amt > 0) outputs.push({ kind: 'fee', amount: tx.fee_amt });
  const { left, right, height } = pictureOf(inputs, outputs);
  const marked = changeByOutput(change);
  const sides = `${counted(tx.input_count, 'input')} to ${counted(tx.output_count, 'output')}`;
  return (
    <figure className={css.picture} aria-label={`Flow of coins, ${sides}`}>
      <Side label="From" side={left} change={new Map()} className={css.left ?? ''} />
      <div className={css.ribbons}>
        <Ribbons side={left} height={height} mirrored={false} change={marked} />
        <Ribbons side={right} height={height} mirrored change={marked} />
      </div>
      <Side label="To" side={right} change={marked} className={css.right ?? ''} />
    </figure>
  );
}
