import { Download, FileUp } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../../../lib/browser/save-file.ts';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import { writeCsv } from '../../model/upload/csv.ts';
import { uploadColumns } from '../../model/upload/upload-list.ts';
import css from './UploadDialog.module.css';

/** Template of a list: one row per chain. */
const template = writeCsv([
  uploadColumns,
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'bitcoin', 'C-1001', '', '', '', 'retail;vip', ''],
  [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    'ethereum',
    'C-1002',
    'Deposits',
    'Example',
    '60',
    '',
    'yes',
  ],
]);

/** Selects a list of addresses by file dialog or drag and drop, with a template to download. */
export function ChooseFile({
  name,
  error,
  onFile,
}: {
  /** Name of the selected file. */
  name: string | undefined;
  error: string | undefined;
  onFile: (file: File) => void;
}) {
  const [over, setOver] = useState(false);
  return (
    <>
      <div
        className={over ? `${css.drop} ${css.over}` : css.drop}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const [file] = event.dataTransfer.files;
          if (file) onFile(file);
        }}
      >
        <label className={css.choose}>
          <FileUp size={14} strokeWidth={1.8} aria-hidden="true" />
          Choose a file
          <input
            type="file"
            className={css.file}
            accept=".csv,.json,.txt,text/csv,application/json"
            aria-describedby="upload-file-note"
            aria-invalid={error !== undefined}
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) onFile(file);
              // Lets the same file be selected again after it was corrected.
              event.target.value = '';
            }}
          />
        </label>
        <span id="upload-file-note" role="status">
          {error === undefined ? (
            (name ?? 'or drop it here: CSV or JSON, up to 1,000,000 rows')
          ) : (
            <span style={{ color: 'var(--error)' }}>{error}</span>
          )}
        </span>
      </div>
      <Row gap={8} wrap>
        <TextButton onClick={() => saveFile('monitored-addresses.csv', template, 'text/csv')}>
          <Download size={12} strokeWidth={1.8} aria-hidden="true" /> Download template
        </TextButton>
        <Text tone={3} size={12}>
          Columns: {uploadColumns.join(', ')}. Only address is needed; tags are separated by semicolons.
        </Text>
      </Row>
    </>
  );
}
