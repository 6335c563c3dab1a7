import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import { useScreenerCounts } from '../../api/counts.ts';
import type { QueueView, ScreenerSearch } from '../../model/screener-search.ts';
import css from '../Findings.module.css';

/** Selects the part of the active cases to list: open ones, or those set aside for a reason. */
export function QueueChoice({
  organizationId,
  view,
  onView,
}: {
  organizationId: string;
  view: ScreenerSearch;
  onView: (change: ScreenerSearch) => void;
}) {
  const { count } = useFormats();
  const { data } = useScreenerCounts(organizationId);
  const some = (label: string, value: number | undefined): string =>
    value === undefined || value === 0 ? label : `${label} (${count(value)})`;
  const options: readonly { value: QueueView | 'open'; label: string }[] = [
    { value: 'open', label: 'To review' },
    { value: 'approval', label: some('Awaiting approval', data?.approvals) },
    { value: 'snoozed', label: some('Snoozed', data?.snoozed) },
    { value: 'all', label: 'All' },
  ];
  return (
    <div className={css.bar}>
      <Segmented
        label="Queue"
        value={view.queue ?? 'open'}
        options={options}
        onChange={(next) => onView({ queue: next === 'open' ? undefined : next, page: undefined })}
      />
    </div>
  );
}
