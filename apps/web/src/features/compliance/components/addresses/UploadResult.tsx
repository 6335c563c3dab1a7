import { shorten } from '@hopscope/domain';
import { Download } from 'lucide-react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { saveFile } from '../../../../lib/browser/save-file.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { type RowColumns, RowTable } from '../../../../ui/display/RowTable.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { type FailedRow, failedRowsCsv, type UploadState } from '../../model/upload/upload.ts';
import type { UploadList } from '../../model/upload/upload-list.ts';
import css from './UploadDialog.module.css';

const shown = 100;

function columnsOf(list: UploadList): RowColumns<FailedRow> {
  const named = list.columns.findIndex((name) => name.toLowerCase() === 'address');
  return [
    { title: 'Row', key: 'row', align: 'right', render: (_, { line }) => line },
    {
      title: 'Address',
      key: 'address',
      render: (_, { cells }) => (
        <Text mono tone={2} title={cells[named]}>
          {shorten(cells[named] ?? '', 8, 6)}
        </Text>
      ),
    },
    { title: 'Reason', key: 'reason', render: (_, { reason }) => reason },
  ];
}

/** Progress of an upload, accepted rows, and the reasons for refused ones. */
export function UploadResult({ list, state }: { list: UploadList; state: UploadState }) {
  const { count } = useFormats();
  const { share, added, failed, cut, done } = state;
  return (
    <>
      <progress className={css.bar} aria-label="Progress" value={share} max={1} />
      <Text size={13}>
        <span role="status">
          Added: {count(added)} · Failed: {count(failed.length)} · {Math.floor(share * 100)}%
        </span>
      </Text>
      {cut && (
        <Text tone={2} size={13}>
          The file has more than 1,000,000 rows. Only the first 1,000,000 were sent.
        </Text>
      )}
      {failed.length > 0 && (
        <>
          <div className={css.failed}>
            <RowTable
              label="Rejected rows"
              columns={columnsOf(list)}
              rows={failed.slice(0, shown)}
              rowKey={({ line }) => String(line)}
              words
            />
          </div>
          {failed.length > shown && (
            <Text tone={3} size={12}>
              Showing the first {shown}. The download has all rows.
            </Text>
          )}
          {done && (
            <div>
              <Button
                size="small"
                icon={<Download size={14} aria-hidden="true" />}
                onClick={() =>
                  saveFile('failed-addresses.csv', failedRowsCsv(list.columns, failed), 'text/csv')
                }
              >
                Download failed rows
              </Button>
            </div>
          )}
        </>
      )}
    </>
  );
}
