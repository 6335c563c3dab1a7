import type { SarSummary } from '@hopscope/contract';
import { RadioList } from '../../../../ui/form/RadioList.tsx';
import { sarStatusNames } from '../../../../lib/text/sar-status-names.ts';

/** A report filed outside the organization's reports. */
export const elsewhere = 'elsewhere';

/** Selects the report with which a transaction is closed. */
export function ChooseReport({
  reports,
  value,
  onChange,
}: {
  reports: readonly SarSummary[];
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <RadioList
      legend="Report"
      value={value}
      options={[
        ...reports.map(({ _id, number, title, status, submission }) => ({
          value: _id,
          name: `Report ${String(number)}: ${title}`,
          text: submission
            ? `Filed, ${submission.authority}: ${submission.reference}`
            : sarStatusNames[status],
        })),
        { value: elsewhere, name: 'Filed elsewhere', text: 'Enter its number or reference' },
      ]}
      onChange={onChange}
    />
  );
}
