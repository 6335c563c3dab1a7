import type { Formats } from '@hopscope/domain';
import type { TransactionView, UnconfirmedTransactionView } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Amount, UnknownAmount } from '../../../../shared/amount/Amount.tsx';
import { Flow } from '../../../../ui/display/Flow.tsx';
import { FoldedRows } from '../FoldedRows.tsx';
import { type Input, InputRow } from './InputRow.tsx';
import { type Output, OutputRow } from './OutputRow.tsx';

/** Returns the fee in satoshis and per virtual byte, or why it is unknown. */
function feeText(
  tx: Pick<TransactionView, 'coinbase' | 'fee_amt' | 'fee_rate'>,
  { count, decimal }: Formats,
): string {
  if (tx.coinbase) return 'Coinbase: no fee';
  if (tx.fee_amt === null) return 'Fee unknown';
  return `Fee ${count(tx.fee_amt)} sat${tx.fee_rate === null ? '' : ` · ${decimal(tx.fee_rate)} sat/vB`}`;
}

/**
 * Inputs and outputs side by side. Without `full`, rows are short and link to the transaction; `own` highlights the
 * rows of the page's address.
 */
export function TransactionFlow({
  tx,
  own,
  full = false,
}: {
  tx: TransactionView | UnconfirmedTransactionView;
  own?: string;
  full?: boolean;
}) {
  const formats = useFormats();
  const { counted } = formats;
  const isOwn = own === undefined ? undefined : ({ addr }: { addr: string | null }) => addr === own;
  return (
    <Flow
      inset={!full}
      left={
        <FoldedRows<Input>
          title={counted(tx.input_count, 'input')}
          amount={
            tx.input_amt === null ? (
              <UnknownAmount why={`${counted(tx.unknown_input_count, 'input')} not in the ledger`} />
            ) : (
              <Amount sats={tx.input_amt} unit />
            )
          }
          rows={tx.inputs}
          total={tx.input_count}
          {...(isOwn && { first: isOwn })}
          render={(input, index) => <InputRow key={index} input={input} own={own} full={full} />}
        />
      }
      right={
        <FoldedRows<Output>
          title={counted(tx.output_count, 'output')}
          amount={<Amount sats={tx.output_amt} unit />}
          rows={tx.outputs}
          total={tx.output_count}
          {...(isOwn && { first: isOwn })}
          render={(output, index) => <OutputRow key={index} output={output} own={own} full={full} />}
          below={
            !full && (
              <>
                <span>{feeText(tx, formats)}</span>
                <Link to="/home/block-explorer/transaction/$txid" params={{ txid: tx.txid }}>
                  Open transaction
                </Link>
              </>
            )
          }
        />
      }
    />
  );
}
