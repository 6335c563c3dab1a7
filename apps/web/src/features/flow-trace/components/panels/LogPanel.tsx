import type { Step } from '@hopscope/canvas';
import { Time } from '../../../../ui/text/Time.tsx';
import css from './SidePanel.module.css';

const most = 200;

function basisText({ basis }: Step): string {
  if (!basis) return '';
  const { height, directoryVersion } = basis;
  return `${height === null ? 'no block yet' : `block ${height}`}, directory ${directoryVersion ?? 'none'}`;
}

/** What was done, the newest first: when, by whom where several may do it, and what questions were asked of which block and release of the directory. */
export function LogPanel({
  steps,
  nameOf,
}: {
  steps: readonly Step[];
  /** What an author is called; left out on the canvas of one person. */
  nameOf?: (author: string) => string;
}) {
  if (steps.length === 0) return <p className={css.quiet}>Nothing has been done yet.</p>;
  return (
    <>
      <p className={css.quiet}>
        {steps.length === 1 ? '1 step' : `${steps.length} steps`}
        {steps.length > most && `; the newest ${most} are shown`}
      </p>
      <ul className={css.list} aria-label="Steps">
        {steps
          .toReversed()
          .slice(0, most)
          .map((step) => (
            <li key={step.id}>
              <b>{step.title}</b>
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
