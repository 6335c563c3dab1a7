import type { EthereumTransactionRow } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Flow, FlowRow, FlowSide } from '../../../../ui/display/Flow.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { AddressLink } from '../links.tsx';
import { Ether } from './assets.tsx';

/** Returns whether a transaction moved its value: a failed one moves nothing. */
function hasMoved({ status, output_amt, value }: EthereumTransactionRow): boolean {
  return status !== 'failed' && output_amt === value;
}

function Receiver({ tx, full }: { tx: EthereumTransactionRow; full: boolean }) {
  const address = tx.to ?? tx.contract_created;
  if (address === null) return <Text tone={2}>No contract created</Text>;
  return (
    <>
      <AddressLink address={address} length={full ? 'medium' : 'short'} />
      {tx.to === null && <Tag>{!hasMoved(tx) ? 'not created' : 'new contract'}</Tag>}
    </>
  );
}

/** Counts of other effects of a transaction, for a list row. */
function Others({ tx }: { tx: EthereumTransactionRow }) {
  const { counted } = useFormats();
  const parts = [
    tx.internal_count === null
      ? 'internal transfers unknown'
      : counted(tx.internal_count, 'internal transfer'),
    counted(tx.token_count, 'token movement'),
    counted(tx.log_count, 'event'),
  ];
  return <span>{parts.join(' · ')}</span>;
}

/** Sender and receiver side by side with the ether that the transaction itself moved; compact unless `full`. */
export function EthereumFlow({ tx, full = false }: { tx: EthereumTransactionRow; full?: boolean }) {
  const amount = <Ether wei={tx.output_amt} full={full} />;
  return (
    <Flow
      inset={!full}
      left={
        <FlowSide
          title="From"
          total={
            <>
              fee <Ether wei={tx.fee_amt} />
            </>
          }
          rows={
            <FlowRow
              who={<AddressLink address={tx.from} length={full ? 'medium' : 'short'} />}
              amount={<Ether wei={tx.input_amt} full={full} />}
            />
          }
          below={!full && <Others tx={tx} />}
        />
      }
      right={
        <FlowSide
          title={tx.to === null ? 'Created' : 'To'}
          total={
            tx.output_amt !== tx.value && (
              <>
                not moved: <Ether wei={tx.value} />
              </>
            )
          }
          rows={<FlowRow who={<Receiver tx={tx} full={full} />} amount={amount} />}
          below={
            !full && (
              <Link to="/home/block-explorer/transaction/$txid" params={{ txid: tx.txid }}>
                Open transaction
              </Link>
            )
          }
        />
      }
    />
  );
}
