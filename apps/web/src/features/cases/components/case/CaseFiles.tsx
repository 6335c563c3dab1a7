import type { CaseDetails } from '@hopscope/contract';
import { FileArchive, FileText } from 'lucide-react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { type CaseFile, useCaseFile } from '../../api/case-files.ts';

/** Downloads of a case to pass on. */
export function CaseFiles({ found: { _id: id, organizationId, number } }: { found: CaseDetails }) {
  const toast = useToast();
  const take = useCaseFile(organizationId);
  const of = (kind: CaseFile) => ({
    loading: take.isPending && take.variables.kind === kind,
    onClick: () =>
      take.isPending ||
      take.mutate(
        { id, number, kind },
        { onError: (thrown) => toast.error(failureMessage(thrown, 'Failed to create the file')) },
      ),
  });
  return (
    <>
      <Button icon={<FileText size={14} aria-hidden="true" />} label="Report (PDF)" {...of('report')}>
        Report
      </Button>
      <Button icon={<FileArchive size={14} aria-hidden="true" />} label="Data (ZIP)" {...of('data')}>
        Data
      </Button>
    </>
  );
}
