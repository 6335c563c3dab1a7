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
      <Tag dashed title="Inputs are not known, or amounts do not tell who brought what.">
        CoinJoin not assessed
      </Tag>
    );
  }
  if (!tx.is_coinjoin) return null;
  if (!('coinjoin' in tx) || tx.coinjoin === null) return <Tag>CoinJoin</Tag>;
  return (
    <Tag title="Shown with how often the detector of this style is right, measured where the truth is known.">
      CoinJoin: {styleText(tx.coinjoin)} · {trustText(tx.coinjoin)}
    </Tag>
  );
}

/** What kind of transaction it is, in a few words. */
export function TransactionTags({ tx }: { tx: Transaction }) {
  const waits = 'status' in tx;
  return (
    <>
      {waits && (
        <Tag tone="orange" title="No block has it yet">
          Unconfirmed
        </Tag>
      )}
      {tx.coinbase && <Tag title="Creates the block's new coins and collects its fees">Coinbase</Tag>}
      {tx.segwit && <Tag title="Carries witness data (BIP141)">SegWit</Tag>}
      {tx.rbf && (
        <Tag
          title={
            waits
              ? 'May be replaced while it is unconfirmed (BIP125)'
              : 'Signaled that it may be replaced while unconfirmed (BIP125)'
          }
        >
          RBF
        </Tag>
      )}
      <CoinjoinTag tx={tx} />
    </>
  );
}

/** Explains addresses that appear although the output names only a public key. */
export function PublicKeyNotice({ tx }: { tx: Transaction }) {
  const rows = [...tx.inputs, ...tx.outputs];
  if (!rows.some((row) => row.script_type === 'p2pk')) return null;
  return (
    <Inset>
      <Notice kind="known" icon={<Info size={16} strokeWidth={1.6} aria-hidden="true" />}>
        <b>P2PK:</b> these outputs pay straight to a public key and name no address. They are counted to the
        P2PKH address of that key, which is the one shown.
      </Notice>
    </Inset>
  );
}
