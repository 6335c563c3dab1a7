import { plural } from '@hopscope/domain';
import type { Step } from '@hopscope/canvas';
import { Time } from '../../../../ui/text/Time.tsx';
import css from './SidePanel.module.css';

const most = 200;

function basisText({ basis }: Step): string {
  if (!basis) return '';
  const { height, directoryVersion } = basis;
  return `${height === null ? 'no block' : `block ${height}`}, directory ${directoryVersion ?? 'none'}`;
}

/** Steps of a document, newest first, with time, author if shared, and the block and directory release of queries. */
export function LogPanel({
  steps,
  nameOf,
}: {
  steps: readonly Step[];
  /** Returns an author's name; omitted on a personal canvas. */
  nameOf?: (author: string) => string;
}) {
  if (steps.length === 0) return <p className={css.quiet}>No steps</p>;
  return (
    <>
      <p className={css.quiet}>
        {`${steps.length} ${plural(steps.length, 'step')}`}
        {steps.length > most && `, newest ${most} shown`}
      </p>
      <ul className={css.list} aria-label="Steps">
        {steps
          .toReversed()
          .slice(0, most)
          .map((step) => (
            <li key={step.id}>
              <b>{step.continues === undefined ? step.title : `${step.title}, continued`}</b>
              <p className={css.quiet}>
                {nameOf && `${nameOf(step.author)}, `}
                <Time seconds={step.time} to="second" />
                {step.basis && ` · ${basisText(step)}`}
              </p>
            </li>
          ))}
      </ul>
    </>
  );
}
