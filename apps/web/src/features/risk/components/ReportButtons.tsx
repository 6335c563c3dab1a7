import { Braces, FileText } from 'lucide-react';
import { toApiError } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { type ReportFormat, useReport } from '../api/report.ts';

/** Downloads the risk report of an address as PDF or JSON. */
export function ReportButtons({ address }: { address: string }) {
  const toast = useToast();
  const { mutate, isPending, variables } = useReport(address);
  const make = (format: ReportFormat) =>
    mutate(format, { onError: (thrown) => toast.error(toApiError(thrown).message) });
  return (
    <>
      <Button
        icon={<Braces size={14} strokeWidth={1.6} aria-hidden="true" />}
        label="Report as JSON"
        loading={isPending && variables === 'json'}
        onClick={() => make('json')}
      >
        JSON
      </Button>
      <Button
        kind="primary"
        icon={<FileText size={14} strokeWidth={1.6} aria-hidden="true" />}
        label="Report as PDF"
        loading={isPending && variables === 'pdf'}
        onClick={() => make('pdf')}
      >
        Report
      </Button>
    </>
  );
}
