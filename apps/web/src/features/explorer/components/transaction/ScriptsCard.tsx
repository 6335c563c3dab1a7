import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { saveFile } from '../../../../lib/browser/save-file.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useRawTransaction } from '../../api/transaction-parts.ts';
import { bytesOfHex } from '../../model/transaction/bytes-of-hex.ts';
import type { ShownInput, ShownScript } from '../../model/transaction/decode-raw.ts';
import { Folded } from '../Folded.tsx';
import css from './ScriptsCard.module.css';

const notItsBytes = 'The server sent the bytes of another transaction.';

/** A script, or "empty". Focusable because long ones scroll. */
function Code({ label, children }: { label: string; children: string }) {
  return (
    <section className={css.code} aria-label={label} tabIndex={0}>
      {children === '' ? 'empty' : children}
    </section>
  );
}

function Item({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={css.item}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

function InputScripts({ inputs }: { inputs: readonly ShownInput[] }) {
  const { count } = useFormats();
  const numbered = inputs.map((input, index) => ({ ...input, index }));
  return (
    <Folded rows={numbered}>
      {(rows) => (
        <div className={css.list}>
          {rows.map(({ index, script, witness }) => (
            <Item key={index} title={`Input ${count(index)}`}>
              <Code label={`Script of input ${index}`}>{script.words}</Code>
              {witness.length > 0 && (
                <Code label={`Witness of input ${index}`}>
                  {witness.map((item, i) => `witness ${i}: ${item === '' ? 'empty' : item}`).join('\n')}
                </Code>
              )}
            </Item>
          ))}
        </div>
      )}
    </Folded>
  );
}

function OutputScripts({ outputs }: { outputs: readonly ShownScript[] }) {
  const { count } = useFormats();
  const numbered = outputs.map((output, index) => ({ ...output, index }));
  return (
    <Folded rows={numbered}>
      {(rows) => (
        <div className={css.list}>
          {rows.map(({ index, words }) => (
            <Item key={index} title={`Output ${count(index)}`}>
              <Code label={`Script of output ${index}`}>{words}</Code>
            </Item>
          ))}
        </div>
      )}
    </Folded>
  );
}

/** Decodes scripts with code that is loaded on demand. */
function useScripts(hex: string | undefined, txid: string) {
  return useQuery({
    queryKey: ['scripts', txid],
    enabled: hex !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const { decodeRaw } = await import('../../model/transaction/decode-raw.ts');
      return decodeRaw(hex ?? '', txid) ?? null;
    },
  });
}

/** Disassembled scripts and witnesses, and a download of the raw bytes; fetched on demand. */
export function ScriptsCard({ txid, size }: { txid: string; size: number }) {
  const { counted } = useFormats();
  const [wanted, setWanted] = useState(false);
  const raw = useRawTransaction(txid, wanted);
  const { data: scripts, error } = useScripts(raw.data, txid);
  const failure = raw.error ?? error;
  const problem = failure ? toApiError(failure).message : scripts === null ? notItsBytes : undefined;
  return (
    <Card title="Scripts and raw bytes" count={counted(size, 'byte')} padded>
      <Stack gap={12}>
        <Row gap={8} wrap>
          <Button loading={wanted && raw.isFetching} disabled={wanted} onClick={() => setWanted(true)}>
            Show scripts
          </Button>
          {raw.data !== undefined && scripts && (
            <Button onClick={() => saveFile(`${txid}.bin`, bytesOfHex(raw.data), 'application/octet-stream')}>
              <Download size={14} strokeWidth={1.8} aria-hidden="true" /> Download raw bytes
            </Button>
          )}
        </Row>
        {problem !== undefined && (
          <div role="status">
            <Text tone={2}>{problem}</Text>
          </div>
        )}
        {scripts && (
          <>
            <InputScripts inputs={scripts.inputs} />
            <OutputScripts outputs={scripts.outputs} />
          </>
        )}
      </Stack>
    </Card>
  );
}
