import type { TransactionView, UnconfirmedTransactionView } from '@hopscope/contract';
import { shorten } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useNames } from '../../../../lib/directory/use-names.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { amountParts } from '../../../../shared/amount/amount-parts.ts';
import { ownerOf } from '../../../../shared/entity/owner-name.ts';
import { useWidth } from '../../../../ui/chart/use-width.ts';
import { noAddressText } from '../../model/text/script-text.ts';
import type { ProbableChange } from '../../model/transaction/context-text.ts';
import { groupStrands, type StrandGroup } from '../../model/transaction/group-strands.ts';
import { type PictureRow, type PictureSide, pictureOf, ribbonPath } from '../../model/transaction/picture.ts';
import type { Input } from './InputRow.tsx';
import type { Output } from './OutputRow.tsx';
import css from './TransactionPicture.module.css';

type Shown = TransactionView | UnconfirmedTransactionView;
type End =
  | { kind: 'input'; amount: number | null; addr: string | null; index: number; input: Input }
  | { kind: 'output'; amount: number; addr: string | null; index: number; output: Output }
  | { kind: 'fee'; amount: number; addr: null; index: number };
type Group = StrandGroup<End>;
type Change = ReadonlyMap<number, ProbableChange>;

/** Most addresses whose names are looked up for one picture. */
const mostNames = 200;
const letterWidth = 6.7;

function cut(text: string, width: number): string {
  const most = Math.max(6, Math.floor(width / letterWidth));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** Returns what is drawn for an end without an owner. */
function placeless(end: End): string {
  if (end.kind === 'fee') return 'Fee';
  if (end.kind === 'output') return noAddressText(end.output.script_type);
  if (end.input.txid === null) return 'New coins and fees';
  return end.input.amt === null ? 'Not in ledger' : noAddressText(end.input.script_type);
}

/** The probable change that a group is: only single outputs are change. */
function changeOf({ ends }: Group, change: Change): ProbableChange | undefined {
  const [only] = ends;
  return ends.length === 1 && only?.kind === 'output' ? change.get(only.index) : undefined;
}

function useOwners(tx: Shown) {
  const addresses = [...tx.inputs, ...tx.outputs].flatMap(({ addr }) => addr ?? []);
  const { byAddress } = useNames([...new Set(addresses)].slice(0, mostNames));
  return (address: string) => ownerOf(byAddress.get(address));
}

function classOf(row: PictureRow<Group>, change: Change): string {
  const kind = row.row?.ends[0]?.kind;
  const more =
    row.amount === null
      ? css.unknown
      : kind === 'fee'
        ? css.fee
        : row.row && changeOf(row.row, change)
          ? css.change
          : '';
  return `${css.ribbon} ${more ?? ''}`;
}

/** Where texts and ribbons of a side are. */
interface Place {
  /** Edge of the ribbons, and their meeting point. */
  edge: number;
  center: number;
  /** Room for texts. */
  room: number;
  narrow: boolean;
}

function Side({
  label,
  side,
  place,
  change,
  nameOf,
}: {
  label: string;
  side: PictureSide<Group>;
  place: Place;
  change: Change;
  nameOf: (address: string) => string | undefined;
}) {
  const { count, counted, marks } = useFormats();
  const backward = place.edge < place.center;
  const x = backward ? place.edge - 8 : place.edge + 8;
  const anchor = backward ? 'end' : 'start';
  return (
    <g role="list" aria-label={label}>
      {side.rows.map((row) => {
        const ends = row.row?.ends ?? [];
        const [first] = ends;
        const addresses = [...new Set(ends.flatMap(({ addr }) => addr ?? []))];
        const [address] = addresses;
        const name = address === undefined ? undefined : nameOf(address);
        const who = row.row
          ? first && address !== undefined
            ? (name ?? shorten(address, 9, 4))
            : first && placeless(first)
          : `${count(row.count)} more${row.unknown > 0 ? `, ${counted(row.unknown, 'unknown amount')}` : ''}`;
        const many =
          row.row && ends.length > 1
            ? ` · ${place.narrow ? `×${ends.length}` : counted(ends.length, first?.kind ?? 'input')}`
            : '';
        const probable = row.row && changeOf(row.row, change);
        const parts = row.amount === null ? undefined : amountParts(BigInt(row.amount), marks);
        const y = row.edge;
        const text: ReactNode = (
          <text
            className={address === undefined ? css.placeless : name === undefined ? css.address : css.who}
            x={x}
            y={y - 3}
            textAnchor={anchor}
          >
            {cut(who ?? '', place.room)}
          </text>
        );
        return (
          <g key={row.index} role="listitem">
            <title>{[who, ...addresses.slice(0, 5), ...(probable?.reasons ?? [])].join('\n')}</title>
            <path
              className={classOf(row, change)}
              transform={backward ? `translate(${place.edge} 0)` : `matrix(-1 0 0 1 ${place.edge} 0)`}
              d={ribbonPath(row, Math.abs(place.center - place.edge))}
            />
            {addresses.length === 1 && address !== undefined ? (
              <Link to="/home/block-explorer/address/$address" params={{ address }}>
                {text}
              </Link>
            ) : (
              text
            )}
            <text className={css.amount} x={x} y={y + 13} textAnchor={anchor}>
              {parts && `${parts.digits}${parts.zeros}`}
              {many}
              {probable && ` · ${place.narrow ? '' : 'change '}${probable.percent}%`}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/**
 * Sankey diagram of a transaction: ribbon thickness is the amount; the 12 largest per side are separate. `byOwner`: inputs, and
 * outputs, of one address or entity are one ribbon.
 */
export function TransactionPicture({
  tx,
  change,
  byOwner,
}: {
  tx: Shown;
  /** Probable change by number of the output; empty if not analyzed. */
  change: Change;
  byOwner: boolean;
}) {
  const { counted } = useFormats();
  const [ref, width] = useWidth<HTMLDivElement>();
  const owner = useOwners(tx);
  const inputs: End[] = tx.inputs.map((input, index) => ({
    kind: 'input',
    amount: input.txid === null ? tx.output_amt : input.amt,
    addr: input.addr,
    index,
    input,
  }));
  const outputs: End[] = tx.outputs.map((output, index) => ({
    kind: 'output',
    amount: output.amt,
    addr: output.addr,
    index,
    output,
  }));
  if (tx.fee_amt !== null && tx.fee_amt > 0) {
    outputs.push({ kind: 'fee', amount: tx.fee_amt, addr: null, index: outputs.length });
  }
  const keyOf = (end: End): string | null => {
    // Change stays apart from other outputs of its owner.
    if (!byOwner || end.addr === null || (end.kind === 'output' && change.has(end.index))) return null;
    return owner(end.addr).entity?.entity_id ?? end.addr;
  };
  const { left, right, height } = pictureOf(groupStrands(inputs, keyOf), groupStrands(outputs, keyOf));
  const sides = `${counted(tx.input_count, 'input')} to ${counted(tx.output_count, 'output')}`;
  const narrow = width < 560;
  const room = narrow ? Math.floor((width - 48) / 2) : Math.min(300, Math.floor(width * 0.33));
  const center = width / 2;
  const nameOf = (address: string) => owner(address).name;
  return (
    <figure className={css.picture} aria-label={`Flow of coins, ${sides}`}>
      <div ref={ref} style={{ height }}>
        {width > 0 && (
          <svg data-chart width={width} height={height}>
            <Side
              label="From"
              side={left}
              place={{ edge: room, center, room: room - 8, narrow }}
              change={change}
              nameOf={nameOf}
            />
            <Side
              label="To"
              side={right}
              place={{ edge: width - room, center, room: room - 8, narrow }}
              change={change}
              nameOf={nameOf}
            />
          </svg>
        )}
      </div>
    </figure>
  );
}
