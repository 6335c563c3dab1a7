import { Download, FileUp } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../../../lib/browser/save-file.ts';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import css from './UploadDialog.module.css';

/** Selects a list of addresses by file dialog or drag and drop, with a template to download. */
export function ChooseFile({
  name,
  error,
  accept,
  content,
  template,
  columns,
  onFile,
}: {
  /** Name of the selected file. */
  name: string | undefined;
  error: string | undefined;
  /** Types and endings, as `accept` of a file input. */
  accept: string;
  /** What a file may contain: `CSV or JSON, up to 1,000 rows`. */
  content: string;
  template: { name: string; text: string };
  /** Which columns there are. */
  columns: string;
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
            accept={accept}
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
            (name ?? `or drop it here: ${content}`)
          ) : (
            <span style={{ color: 'var(--error)' }}>{error}</span>
          )}
        </span>
      </div>
      <Row gap={8} wrap>
        <TextButton onClick={() => saveFile(template.name, template.text, 'text/csv')}>
          <Download size={12} strokeWidth={1.8} aria-hidden="true" /> Download template
        </TextButton>
        <Text tone={3} size={12}>
          {columns}
        </Text>
      </Row>
    </>
  );
}
