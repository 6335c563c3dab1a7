import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { fillText } from '../../../../lib/text/fill-text.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { uploadChanges, useSendAddresses } from '../../api/monitored-addresses.ts';
import { complianceTexts as texts } from '../../model/texts.ts';
import { createUpload, type Upload, type UploadState } from '../../model/upload/upload.ts';
import { writeCsv } from '../../model/upload/csv.ts';
import { openUploadList, uploadColumns, type UploadList } from '../../model/upload/upload-list.ts';
import { ChooseFile } from './ChooseFile.tsx';
import { UploadResult } from './UploadResult.tsx';

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

interface Chosen {
  name: string;
  list: UploadList;
}

/** Runs an upload while the component is mounted; unmounting stops it after the current batch. */
function useUpload(organizationId: string) {
  const send = useSendAddresses(organizationId);
  const queries = useQueryClient();
  const upload = useRef<Upload>(undefined);
  const stop = useRef<AbortController>(undefined);
  const [state, setState] = useState<UploadState>();
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  useEffect(() => () => stop.current?.abort(), []);

  async function go(): Promise<UploadState | undefined> {
    const current = upload.current;
    if (!current) return undefined;
    stop.current = new AbortController();
    setRunning(true);
    setFailure(undefined);
    try {
      await current.run({ signal: stop.current.signal, onProgress: setState });
    } catch (thrown) {
      if (!stop.current.signal.aborted) setFailure(failureMessage(thrown, texts.uploadFailed));
    }
    setRunning(false);
    for (const queryKey of uploadChanges) void queries.invalidateQueries({ queryKey });
    return current.state();
  }

  return {
    state,
    running,
    failure,
    begin(list: UploadList) {
      upload.current = createUpload(list, send);
      setState(upload.current.state());
      return go();
    },
    goOn: go,
    cancel: () => stop.current?.abort(),
  };
}

/** Batch Upload Addresses: selects a file, checks it, and uploads it in batches. */
export function UploadAddresses({
  organizationId,
  sending,
  onClose,
}: {
  organizationId: string;
  /** True while an upload is in progress. */
  sending: RefObject<boolean>;
  onClose: () => void;
}) {
  const toast = useToast();
  const { count } = useFormats();
  const [chosen, setChosen] = useState<Chosen>();
  const [error, setError] = useState<string>();
  const { state, running, failure, begin, goOn, cancel } = useUpload(organizationId);
  useEffect(() => {
    sending.current = running;
    return () => {
      sending.current = false;
    };
  }, [running, sending]);

  async function choose(file: File) {
    const opened = openUploadList(new Uint8Array(await file.arrayBuffer()));
    const wrong = typeof opened === 'string';
    setError(wrong ? opened : undefined);
    setChosen(wrong ? undefined : { name: file.name, list: opened });
  }

  function onFinished(ended: UploadState | undefined) {
    if (!ended?.done) return;
    const { added, failed } = ended;
    const words = fillText(texts.uploaded, { n: count(added), m: count(failed.length) });
    if (added > 0) toast.success(words);
    else toast.error(words);
  }

  if (state && chosen) {
    return (
      <>
        <Text size={13} tone={2}>
          {chosen.name}
        </Text>
        <UploadResult list={chosen.list} state={state} />
        <FormFailure text={failure} />
        <Actions>
          {running ? (
            <Button onClick={cancel}>Cancel</Button>
          ) : (
            <Button kind={state.done ? 'primary' : 'default'} onClick={onClose}>
              Close
            </Button>
          )}
          {!running && !state.done && (
            <Button kind="primary" onClick={() => void goOn().then(onFinished)}>
              Continue{' '}
            </Button>
          )}
        </Actions>
      </>
    );
  }
  return (
    <>
      <ChooseFile
        name={chosen?.name}
        error={error}
        accept=".csv,.json,.txt,text/csv,application/json"
        content="CSV or JSON, up to 1,000,000 rows"
        template={{ name: 'monitored-addresses.csv', text: template }}
        columns={`Columns: ${uploadColumns.join(', ')}. Only address is needed; tags are separated by semicolons.`}
        onFile={(file) => void choose(file)}
      />
      {chosen && (
        <Text size={13} tone={2}>
          {chosen.list.format}, {chosen.list.encoding}
          {chosen.list.unused.length > 0 &&
            `. Ignored columns: ${chosen.list.unused.join(', ').slice(0, 200)}`}
        </Text>
      )}
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="primary"
          onClick={() => {
            if (chosen) void begin(chosen.list).then(onFinished);
            else setError((previous) => previous ?? texts.fileRequired);
          }}
        >
          Upload
        </Button>
      </Actions>
    </>
  );
}
