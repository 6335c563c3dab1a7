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
      This browser recomputed the Merkle root from the transaction and{' '}
      {counted(levels, 'sibling hash', 'sibling hashes')} in a block of {counted(count, 'transaction')}, and
      checked the root, block hash, and proof of work in the header. It did not check that the header belongs
      to the chain with the most work: that depends on the block source.
    </Text>
  );
}

/** Inclusion proof of a transaction, verified in the browser. */
export function ProofCard({ tx }: { tx: TransactionView }) {
  const { count } = useFormats();
  const { data, error } = useTransactionProof(tx.txid, tx.block_hash);
  const [open, setOpen] = useState(false);
  if (!data) {
    return (
      <Card title="Proof" padded>
        <Text tone={2} size={13}>
          {error ? toApiError(error).message : 'Checking…'}
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
            In block {count(tx.block)}: <b>verified</b>
          </Notice>
        ) : (
          <Notice kind="error" icon={<ShieldX {...icon} />}>
            <b>Invalid proof:</b> {result.why}. It is not proven that this transaction is in block{' '}
            {count(tx.block)}.
          </Notice>
        )}
        <span>
          <TextButton expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : 'Show checks'}
          </TextButton>
        </span>
        {open && <Explanation levels={data.branch.length} count={data.transaction_count} />}
      </Stack>
    </Card>
  );
}
