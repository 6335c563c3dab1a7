import type { TransactionView, UnconfirmedTransactionView } from '@hopscope/contract';
import { Info } from 'lucide-react';
import { Notice } from '../../../../ui/feedback/Notice.tsx';
import { Inset } from '../../../../ui/layout/Inset.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { styleText, trustText } from '../../model/text/coinjoin-text.ts';

type Transaction = TransactionView | UnconfirmedTransactionView;

function CoinjoinTag({ tx }: { tx: Transaction }) {
  if (tx.coinbase) return null;
  if (tx.is_coinjoin === null) {
    return (
      <Tag dashed title="Inputs are unknown, or amounts are ambiguous.">
        CoinJoin not assessed
      </Tag>
    );
  }
  if (!tx.is_coinjoin) return null;
  if (!('coinjoin' in tx) || tx.coinjoin === null) return <Tag>CoinJoin</Tag>;
  return (
    <Tag title="With the precision of the detector, measured on labeled data">
      CoinJoin: {styleText(tx.coinjoin)} · {trustText(tx.coinjoin)}
    </Tag>
  );
}

/** Tags for the properties of a transaction. */
export function TransactionTags({ tx }: { tx: Transaction }) {
  const waits = 'status' in tx;
  return (
    <>
      {waits && (
        <Tag tone="orange" title="Not in a block yet">
          Unconfirmed
        </Tag>
      )}
      {tx.coinbase && <Tag title="Creates new coins and collects the fees of the block">Coinbase</Tag>}
      {tx.segwit && <Tag title="Carries witness data (BIP141)">SegWit</Tag>}
      {tx.rbf && (
        <Tag
          title={
            waits
              ? 'Can be replaced while unconfirmed (BIP125)'
              : 'Signaled replace-by-fee while unconfirmed (BIP125)'
          }
        >
          RBF
        </Tag>
      )}
      <CoinjoinTag tx={tx} />
    </>
  );
}

/** Explains the addresses of outputs that have only a public key. */
export function PublicKeyNotice({ tx }: { tx: Transaction }) {
  const rows = [...tx.inputs, ...tx.outputs];
  if (!rows.some((row) => row.script_type === 'p2pk')) return null;
  return (
    <Inset>
      <Notice kind="known" icon={<Info size={16} strokeWidth={1.6} aria-hidden="true" />}>
        <b>P2PK:</b> these outputs pay directly to a public key and have no address. They are shown under the
        P2PKH address of that key.
      </Notice>
    </Inset>
  );
}
