import type { TransactionView } from '@hopscope/contract';
import { ShieldCheck, ShieldX } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Notice } from '../../../../ui/feedback/Notice.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import { useTransactionProof } from '../../api/transaction-parts.ts';
import { checkProof } from '../../model/transaction/proof-text.ts';

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

function Explanation({ levels, count }: { levels: number; count: number }) {
  const { counted } = useFormats();
  return (
    <Text tone={2} size={12}>
      Recomputed in this browser: from the transaction, with {counted(levels, 'neighbor')} in the tree of{' '}
      {counted(count, 'transaction')}, to the merkle root that stands in the header; the header has the hash
      of the block and the work that it claims. Not checked here: that the header belongs to the chain with
      the most work. That rests on the source of the blocks.
    </Text>
  );
}

/** Whether a transaction stands in its block, recomputed in the browser. */
export function ProofCard({ tx }: { tx: TransactionView }) {
  const { count } = useFormats();
  const { data, error } = useTransactionProof(tx.txid, tx.block_hash);
  const [open, setOpen] = useState(false);
  if (!data) {
    return (
      <Card title="Proof" padded>
        <Text tone={2} size={13}>
          {error ? toApiError(error).message : 'Checking …'}
        </Text>
      </Card>
    );
  }
  const result = checkProof(data, { txid: tx.txid, blockHash: tx.block_hash });
  return (
    <Card title="Proof" padded>
      <Stack gap={8}>
        {result.valid ? (
          <Notice kind="known" icon={<ShieldCheck {...icon} />}>
            This transaction is in block {count(tx.block)}: <b>verified</b>
          </Notice>
        ) : (
          <Notice kind="error" icon={<ShieldX {...icon} />}>
            <b>The proof does not hold:</b> {result.why}. Whether this transaction is in block{' '}
            {count(tx.block)} is not proven.
          </Notice>
        )}
        <span>
          <TextButton expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : 'What was checked'}
          </TextButton>
        </span>
        {open && <Explanation levels={data.branch.length} count={data.transaction_count} />}
      </Stack>
    </Card>
  );
}
