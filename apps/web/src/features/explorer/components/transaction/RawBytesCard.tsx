import { useMutation } from '@tanstack/react-query';
import { getRawTransaction } from '@hopscope/contract';
import { Download } from 'lucide-react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { saveFile } from '../../../../lib/browser/save-file.ts';
import { useServices } from '../../../../lib/services.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { bytesOfHex } from '../../model/transaction/bytes-of-hex.ts';

/** The bytes that an Ethereum transaction is hashed from, as a file. */
export function RawBytesCard({ txid }: { txid: string }) {
  const { api } = useServices();
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api(getRawTransaction, { params: { hash: txid }, query: { format: 'hex' } }),
    onSuccess: (hex) => saveFile(`${txid}.bin`, bytesOfHex(hex), 'application/octet-stream'),
    onError: (thrown) => toast.error(failureMessage(thrown, 'The bytes cannot be had')),
  });
  return (
    <Card title="Raw bytes" padded>
      <Stack gap={8}>
        <Text tone={2} size={12}>
          The signed transaction as its hash is made of it (RLP, EIP-2718); rebuilt, and sent only if it has
          that hash.
        </Text>
        <span>
          <Button
            icon={<Download size={14} strokeWidth={1.8} aria-hidden="true" />}
            loading={isPending}
            onClick={() => mutate()}
          >
            Raw bytes
          </Button>
        </span>
      </Stack>
    </Card>
  );
}
