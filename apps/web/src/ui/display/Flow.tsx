import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './Flow.module.css';

/** Inputs and outputs side by side with an arrow between; stacked on phones. */
export function Flow({ left, right, inset = false }: { left: ReactNode; right: ReactNode; inset?: boolean }) {
  return (
    <div className={inset ? `${css.flow} ${css.inset}` : css.flow}>
      {left}
      <span className={css.arrow}>
        <ArrowRight size={16} strokeWidth={1.6} aria-hidden="true" />
      </span>
      {right}
    </div>
  );
}

/** One side: a line with count and total, rows, and content below. */
export function FlowSide({
  title,
  total,
  rows,
  below,
}: {
  title: string;
  total: ReactNode;
  rows: ReactNode;
  below?: ReactNode;
}) {
  return (
    <section className={css.side} aria-label={title}>
      <header className={css.head}>
        <span>{title}</span>
        <span>{total}</span>
      </header>
      <ul className={css.rows}>{rows}</ul>
      {below && <div className={css.below}>{below}</div>}
    </section>
  );
}

/** An input or output: party, amount, and a second line; `self` marks the address of the page. */
export function FlowRow({
  who,
  amount,
  note,
  self = false,
}: {
  who: ReactNode;
  amount: ReactNode;
  note?: ReactNode;
  self?: boolean;
}) {
  return (
    <li className={self ? `${css.row} ${css.self}` : css.row}>
      <span className={css.who}>{who}</span>
      <span className={css.amount}>{amount}</span>
      {note && <span className={css.note}>{note}</span>}
    </li>
  );
}
