import type { Formats } from '@hopscope/domain';
import type { DirectoryJob, StepProgress, StepReport } from '@hopscope/contract';
import type { TagTone } from '../../../ui/display/Tag.tsx';

type Step = DirectoryJob['steps'][number];
type Counting = Pick<Formats, 'count' | 'counted'>;

/** Names and colors of the states of jobs and of their lists. */
export const stateWords: Record<Step['state'], { name: string; tone: TagTone }> = {
  queued: { name: 'Queued', tone: 'gray' },
  running: { name: 'Running', tone: 'blue' },
  succeeded: { name: 'Done', tone: 'green' },
  failed: { name: 'Failed', tone: 'red' },
  canceled: { name: 'Canceled', tone: 'orange' },
};

const phases: Record<StepProgress['phase'], string> = {
  fetching: 'Fetching',
  reading: 'Reading',
  writing: 'Writing',
};

function progressText(progress: StepProgress, { count, counted }: Counting): string {
  const { phase, subjects, attributions, refused } = progress;
  if (phase === 'fetching') return phases.fetching;
  const parts = [counted(subjects, 'subject'), counted(attributions, 'attribution')];
  if (refused > 0) parts.push(`${count(refused)} refused`);
  return `${phases[phase]}: ${parts.join(', ')}`;
}

/** Returns the result of a list: entities changed, statements added and removed, rows refused. */
export function reportText(report: StepReport, { count, counted }: Counting): string {
  const { statements, attributions, entities, refused, otherChains, release } = report;
  const rest = [
    ...(refused > 0 ? [`${counted(refused, 'row')} refused`] : []),
    ...(otherChains > 0 ? [`${count(otherChains)} of other chains skipped`] : []),
  ];
  if (release === null) return ['No changes', ...rest].join(' · ');
  return [
    `${counted(entities, 'entity', 'entities')} changed`,
    `statements +${count(statements.added)} −${count(statements.removed)}`,
    `attributions +${count(attributions.added)} −${count(attributions.removed)}`,
    ...rest,
  ].join(' · ');
}

/** Returns the state of a list of a job in one line. */
export function stepText({ state, progress, report, error }: Step, formats: Counting): string {
  if (error !== null) return `${error}. The previous data is kept.`;
  if (report) return reportText(report, formats);
  if (state === 'running') return progress ? progressText(progress, formats) : 'Starting';
  return state === 'queued' ? 'Waiting for other lists' : 'Not updated';
}
