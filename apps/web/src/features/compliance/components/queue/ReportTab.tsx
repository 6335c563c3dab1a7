import type { ComplianceTransaction } from '@hopscope/contract';
import { sarStatusNames } from '../../../../lib/text/sar-status-names.ts';
import { NewTab } from '../links.tsx';

/** Text about a report, and the report itself if it belongs to the organization. */
export function ReportTab({ text, sar }: { text: string; sar: ComplianceTransaction['sar'] }) {
  if (!sar) return text;
  return (
    <>
      <NewTab href={`/home/sars/${sar._id}`}>{text}</NewTab> ({sarStatusNames[sar.status].toLowerCase()})
    </>
  );
}
