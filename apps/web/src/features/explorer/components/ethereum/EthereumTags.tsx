import type { EthereumTransactionRow } from '@hopscope/contract';
import { useServerHealth } from '../../../../lib/server-health.ts';
import { Ellipsis } from '../../../../ui/text/Ellipsis.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { finalityOf } from '../../model/finality.ts';
import { typeExplanation, typeName } from '../../model/text/ethereum-text.ts';

/** How a transaction ended: nothing for a success in lists, where that is the rule. */
export function StatusTag({
  status,
  always = false,
}: {
  status: EthereumTransactionRow['status'];
  always?: boolean;
}) {
  if (status === 'failed') {
    return (
      <Tag tone="red" title="It was undone: nothing moved but the fee.">
        Failed
      </Tag>
    );
  }
  if (!always) return null;
  if (status === 'success') return <Tag tone="green">Success</Tag>;
  return (
    <Tag dashed title="Before Byzantium receipts did not say whether a transaction succeeded (EIP-658).">
      Outcome not recorded
    </Tag>
  );
}

/** The likely name of the method that a transaction calls; its selector where none is known. */
export function MethodTag({ tx }: { tx: Pick<EthereumTransactionRow, 'method' | 'selector' | 'to'> }) {
  if (tx.to === null) return <Tag title="Makes a new contract.">Contract creation</Tag>;
  if (tx.method) {
    return (
      <Tag title={`${tx.method.signature} · ${tx.method.source}. A likely name, not a proof.`}>
        <Ellipsis>{`${tx.method.name}()`}</Ellipsis>
      </Tag>
    );
  }
  if (tx.selector === null) return null;
  return (
    <Tag dashed title="No well-known method has this selector.">
      {tx.selector}
    </Tag>
  );
}

/** How far a block is settled, where a node is followed that knows it. */
export function FinalityTag({ height }: { height: number }) {
  const { data } = useServerHealth();
  switch (finalityOf(height, data?.ethereum.node)) {
    case 'finalized':
      return (
        <Tag tone="green" title="The beacon chain has settled it for good.">
          Finalized
        </Tag>
      );
    case 'safe':
      return <Tag title="Two thirds of the validators stand behind it; it becomes final next.">Safe</Tag>;
    case 'open':
      return (
        <Tag dashed title="The beacon chain has not settled it yet: it may still be replaced.">
          Not final
        </Tag>
      );
    case null:
      return null;
  }
}

/** What kind of transaction it is, in a few words. */
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
