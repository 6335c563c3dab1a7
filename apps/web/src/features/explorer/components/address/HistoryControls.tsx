import type { ExportFormat } from '@hopscope/contract';
import { Download, FileText, SlidersHorizontal } from 'lucide-react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { PopupMenu } from '../../../../ui/overlay/PopupMenu.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useExportHistory } from '../../api/export-history.ts';
import { type AddressView, conditionsOf } from '../../model/address-view.ts';
import { useHistorySearch } from './use-history-search.ts';

const icon = { size: 14, strokeWidth: 1.8, 'aria-hidden': true } as const;
const formats: readonly { format: ExportFormat; name: string }[] = [
  { format: 'csv', name: 'CSV' },
  { format: 'jsonl', name: 'JSON Lines' },
];

type Shown = Pick<AddressView, 'filter' | 'asset' | 'hidden'>;

/** Saves the filtered rows as a file. */
function ExportMenu({ address, view }: { address: string; view: Shown }) {
  const toast = useToast();
  const save = useExportHistory(address, view);
  const begin = (format: ExportFormat) =>
    save.mutate(format, {
      onSuccess: () => toast.success('Export complete'),
      onError: (thrown) => toast.error(failureMessage(thrown, 'Export failed')),
    });
  return (
    <PopupMenu
      placement="bottom end"
      groups={[
        {
          title: 'All rows',
          items: formats.map(({ format, name }) => ({
            key: format,
            label: name,
            icon: <FileText {...icon} />,
            disabled: save.isPending,
            onSelect: () => begin(format),
          })),
        },
      ]}
    >
      <Button size="small" icon={<Download {...icon} />} loading={save.isPending}>
        Export
      </Button>
    </PopupMenu>
  );
}

/** Controls of an address history: direction, filter, export. */
export function HistoryControls({
  address,
  view,
  open,
  onToggle,
}: {
  address: string;
  view: Shown;
  /** Whether the filter form is open. */
  open: boolean;
  onToggle: () => void;
}) {
  const { count } = useFormats();
  const change = useHistorySearch();
  const { direction, ...rest } = view.filter;
  const conditions = conditionsOf(rest);
  return (
    <Row gap={8} wrap>
      <Segmented
        label="Direction"
        value={direction ?? 'all'}
        options={[
          { value: 'all', label: 'All' },
          { value: 'in', label: 'In' },
          { value: 'out', label: 'Out' },
        ]}
        onChange={(next) => change({ direction: next === 'all' ? undefined : next })}
      />
      <Button
        size="small"
        icon={<SlidersHorizontal {...icon} />}
        label={open ? 'Hide filter' : 'Show filter'}
        onClick={onToggle}
      >
        {conditions === 0 ? 'Filter' : `Filter · ${count(conditions)}`}
      </Button>
      <ExportMenu address={address} view={view} />
    </Row>
  );
}
