import { formatBtc } from '@hopscope/chain';
import type { Formats } from '@hopscope/domain';
import type { TransactionView, UnconfirmedTransactionView } from '@hopscope/contract';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Amount, UnknownAmount } from '../../../../shared/amount/Amount.tsx';
import { type Stat, Stats } from '../../../../ui/display/Stats.tsx';
import { Age, Time } from '../../../../ui/text/Time.tsx';
import { LedgerFigure } from '../../../../shared/evidence/FigureEvidence.tsx';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { useTransactionProof } from '../../api/transaction-parts.ts';
import { checkProof } from '../../model/transaction/proof-text.ts';
import { BlockLink } from '../links.tsx';
import { useConfirmations } from './use-confirmations.ts';
import { unknownReasons } from '../../model/text/not-in-ledger.ts';

export const transactionStatLabels = ['Status', 'Time', 'Output', 'Fee', 'Fee rate', 'Size'];

type Paying = Pick<
  TransactionView | UnconfirmedTransactionView,
  'coinbase' | 'fee_amt' | 'fee_rate' | 'vsize'
>;

function fee(tx: Paying, { count }: Formats): Stat {
  if (tx.coinbase) return { label: 'Fee', value: 'None', sub: 'coinbase' };
  if (tx.fee_amt === null)
    return { label: 'Fee', value: <UnknownAmount why={unknownReasons.fee} />, sub: 'input amounts unknown' };
  return { label: 'Fee', value: <Amount sats={tx.fee_amt} unit />, sub: `${count(tx.fee_amt)} sat` };
}

function rate(tx: Paying, { count, decimal }: Formats): Stat {
  if (tx.coinbase) return { label: 'Fee rate', value: 'None', sub: 'coinbase' };
  if (tx.fee_rate === null)
    return {
      label: 'Fee rate',
      value: <UnknownAmount why={unknownReasons.fee} />,
      sub: 'input amounts unknown',
    };
  return { label: 'Fee rate', value: `${decimal(tx.fee_rate)} sat/vB`, sub: `over ${count(tx.vsize)} vB` };
}

/** Returns the fee and fee rate of a transaction. */
export function feeStats(tx: Paying, formats: Formats): Stat[] {
  return [fee(tx, formats), rate(tx, formats)];
}

/** Whether the proof that the transaction is in its block was verified. */
function ProofFact({ tx: { txid, block_hash: blockHash } }: { tx: TransactionView }) {
  const { data, error } = useTransactionProof(txid, blockHash);
  if (!data) return error ? toApiError(error).message : 'Checking…';
  const result = checkProof(data, { txid, blockHash });
  return result.valid ? 'In the block: verified in this browser' : `Invalid: ${result.why}`;
}

function evidence(tx: TransactionView, label: string, sats: number) {
  return (
    <LedgerFigure
      figure={{ label, value: `${formatBtc(BigInt(sats))} BTC`, subject: tx.txid }}
      basis={{
        blockchain: 'bitcoin',
        height: tx.block,
        blockHash: tx.block_hash,
        ...(tx.coverage.kind !== 'address' && { facts: [['Proof', <ProofFact key="proof" tx={tx} />]] }),
      }}
    />
  );
}

function statsOf(tx: TransactionView, confirmations: number | null, formats: Formats): Stat[] {
  const { count, counted } = formats;
  const [feeStat, ...rates] = feeStats(tx, formats);
  return [
    {
      label: 'Status',
      value: confirmations === null ? 'In a block' : counted(confirmations, 'confirmation'),
      sub: (
        <>
          block <BlockLink height={tx.block} />
        </>
      ),
    },
    {
      label: 'Time',
      value: <Age seconds={tx.timestamp} ago />,
      sub: <Time seconds={tx.timestamp} to="minute" />,
    },
    {
      label: 'Output',
      value: <Amount sats={tx.output_amt} unit />,
      evidence: evidence(tx, 'Output', tx.output_amt),
      sub: counted(tx.output_count, 'output'),
    },
    ...(feeStat
      ? [{ ...feeStat, ...(tx.fee_amt !== null && { evidence: evidence(tx, 'Fee', tx.fee_amt) }) }]
      : []),
    ...rates,
    { label: 'Size', value: `${count(tx.vsize)} vB`, sub: `${count(tx.size)} bytes` },
  ];
}

export function TransactionStats({ tx }: { tx: TransactionView }) {
  const confirmations = useConfirmations('bitcoin', tx);
  return <Stats stats={statsOf(tx, confirmations, useFormats())} />;
}
