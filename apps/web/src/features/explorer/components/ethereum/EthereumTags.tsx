import type { EthereumTransactionRow } from '@hopscope/contract';
import { useServerHealth } from '../../../../lib/server-health.ts';
import { Ellipsis } from '../../../../ui/text/Ellipsis.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { finalityOf } from '../../model/finality.ts';
import { typeExplanation, typeName } from '../../model/text/ethereum-text.ts';

/** Outcome of a transaction. In lists, success renders nothing. */
export function StatusTag({
  status,
  always = false,
}: {
  status: EthereumTransactionRow['status'];
  always?: boolean;
}) {
  if (status === 'failed') {
    return (
      <Tag tone="red" title="Reverted: only the fee was charged.">
        Failed
      </Tag>
    );
  }
  if (!always) return null;
  if (status === 'success') return <Tag tone="green">Success</Tag>;
  return (
    <Tag dashed title="Receipts before Byzantium do not record success or failure (EIP-658).">
      Outcome not recorded
    </Tag>
  );
}

/** Likely name of the called method, or its selector if no name is known. */
export function MethodTag({ tx }: { tx: Pick<EthereumTransactionRow, 'method' | 'selector' | 'to'> }) {
  if (tx.to === null) return <Tag title="Creates a contract.">Contract creation</Tag>;
  if (tx.method) {
    return (
      <Tag title={`${tx.method.signature} · ${tx.method.source}. Inferred from the selector.`}>
        <Ellipsis>{`${tx.method.name}()`}</Ellipsis>
      </Tag>
    );
  }
  if (tx.selector === null) return null;
  return (
    <Tag dashed title="No known method has this selector.">
      {tx.selector}
    </Tag>
  );
}

/** Finality of a block, if a node reports it. */
export function FinalityTag({ height }: { height: number }) {
  const { data } = useServerHealth();
  switch (finalityOf(height, data?.ethereum.node)) {
    case 'finalized':
      return (
        <Tag tone="green" title="Finalized by the beacon chain.">
          Finalized
        </Tag>
      );
    case 'safe':
      return <Tag title="Justified by two thirds of the validators; finalized next.">Safe</Tag>;
    case 'open':
      return (
        <Tag dashed title="Not finalized by the beacon chain: the block can still be replaced.">
          Not final
        </Tag>
      );
    case null:
      return null;
  }
}

/** Tags for the status, finality, method, and type of a transaction. */
export function EthereumTransactionTags({ tx }: { tx: EthereumTransactionRow }) {
  const explanation = typeExplanation(tx.type);
  return (
    <>
      <StatusTag status={tx.status} always />
      <FinalityTag height={tx.block} />
      <MethodTag tx={tx} />
      <Tag {...(explanation !== undefined && { title: explanation })}>{typeName(tx.type)}</Tag>
    </>
  );
}
