import type { EthereumTransactionView } from '@hopscope/contract';
import { useState } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { CodeText } from '../../../../ui/text/CodeText.tsx';
import { CopyButton } from '../../../../ui/button/CopyButton.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import { inputLines } from '../../model/input-lines.ts';

/** Bytes shown while collapsed. */
const shortBytes = 4 + 32 * 8;

/** Input data of a call: the method and the data in words of 32 bytes. */
export function InputData({ tx }: { tx: EthereumTransactionView }) {
  const { counted, count } = useFormats();
  const [open, setOpen] = useState(false);
  const bytes = (tx.input.length - 2) / 2;
  if (bytes === 0) return null;
  const shown = open ? tx.input : tx.input.slice(0, 2 + 2 * shortBytes);
  return (
    <Card
      title="Input data"
      count={counted(bytes, 'byte')}
      extra={<CopyButton text={tx.input} what="input data" quiet />}
      padded
    >
      <Stack gap={8}>
        {tx.method && (
          <span>
            <Text mono>{tx.method.signature}</Text>{' '}
            <Text tone={3} size={12}>
              {tx.method.source}; inferred from the selector
            </Text>
          </span>
        )}
        <CodeText>{inputLines(shown, tx.to !== null).join('\n')}</CodeText>
        {bytes > shortBytes && (
          <TextButton expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : `Show All ${count(bytes)} bytes`}
          </TextButton>
        )}
      </Stack>
    </Card>
  );
}
