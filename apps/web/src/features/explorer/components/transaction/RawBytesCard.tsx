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

/** Downloads the encoded bytes of an Ethereum transaction. */
export function RawBytesCard({ txid }: { txid: string }) {
  const { api } = useServices();
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api(getRawTransaction, { params: { hash: txid }, query: { format: 'hex' } }),
    onSuccess: (hex) => saveFile(`${txid}.bin`, bytesOfHex(hex), 'application/octet-stream'),
    onError: (thrown) => toast.error(failureMessage(thrown, 'Failed to load the raw bytes')),
  });
  return (
    <Card title="Raw bytes" padded>
      <Stack gap={8}>
        <Text tone={2} size={12}>
          The signed transaction in its encoded form (RLP, EIP-2718), rebuilt and checked against its hash.
        </Text>
        <span>
          <Button
            icon={<Download size={14} strokeWidth={1.8} aria-hidden="true" />}
            loading={isPending}
            onClick={() => mutate()}
          >
            Download raw bytes
          </Button>
        </span>
      </Stack>
    </Card>
  );
}
