import { screeningBatchLimits as limits } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useCreateBatch } from '../../api/batches.ts';
import { writeCsv } from '../../model/upload/csv.ts';
import { ChooseFile } from '../addresses/ChooseFile.tsx';
import css from '../addresses/UploadDialog.module.css';

const template = writeCsv([
  ['address', 'blockchain', 'reference'],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'bitcoin', 'C-1001'],
  ['0x52908400098527886E0F7030069857D2E4169EE7', 'ethereum', 'C-1002'],
]);

const directions = [
  { value: 'out', label: 'Receivers' },
  { value: 'in', label: 'Senders' },
] as const;

const isJson = (name: string): boolean => /\.(ndjson|jsonl)$/i.test(name);

/** Selects a file of addresses and uploads it; afterwards, it is screened in the background. */
export function UploadBatch({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const toast = useToast();
  const { mutate, isPending, progress, error, reset } = useCreateBatch(organizationId);
  const [file, setFile] = useState<File>();
  const [name, setName] = useState('');
  const [direction, setDirection] = useState<'in' | 'out'>('out');
  const [wrong, setWrong] = useState<string>();

  function choose(chosen: File) {
    reset();
    const isTooLarge = chosen.size > limits.bytes;
    setWrong(isTooLarge ? 'The file is larger than 128 MB. Split it into several batches.' : undefined);
    setFile(isTooLarge ? undefined : chosen);
    if (!isTooLarge) setName(chosen.name.replace(/\.[^.]+$/, '').slice(0, 200));
  }

  function upload() {
    if (!file) {
      setWrong((before) => before ?? 'Choose a file.');
      return;
    }
    const type = isJson(file.name) ? 'application/x-ndjson' : 'text/csv';
    mutate(
      { file: file.slice(0, file.size, type), name: name.trim() || file.name, direction },
      {
        onSuccess(batch) {
          toast.success(`${batch.name} is being screened`);
          onClose();
        },
      },
    );
  }

  return (
    <>
      <ChooseFile
        name={file?.name}
        error={wrong}
        accept=".csv,.txt,.ndjson,.jsonl,text/csv,application/x-ndjson"
        content="CSV or JSON Lines, up to 1,000,000 addresses"
        template={{ name: 'batch.csv', text: template }}
        columns="Columns: address, blockchain, reference. Only address is needed; a file with one address on each line needs no header."
        onFile={choose}
      />
      <Field name="name" label="Name" value={name} maxLength={200} disabled={isPending} onChange={setName} />
      <Row gap={12} wrap>
        <Text size={13} tone={2}>
          Screen the addresses as
        </Text>
        <Segmented
          label="Screen the addresses as"
          value={direction}
          options={directions}
          disabled={isPending}
          onChange={setDirection}
        />
      </Row>
      {progress !== undefined && (
        <progress className={css.bar} aria-label="Upload progress" value={progress} max={1} />
      )}
      <FormFailure text={error ? failureMessage(error, 'The file could not be uploaded.') : undefined} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" loading={isPending} onClick={upload}>
          Upload
        </Button>
      </Actions>
    </>
  );
}
