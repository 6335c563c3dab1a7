import { type Formats, shortDecimal } from '@hopscope/domain';
import type { EthereumTransactionView } from '@hopscope/contract';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { type Stat, Stats } from '../../../../ui/display/Stats.tsx';
import { Age, Time } from '../../../../ui/text/Time.tsx';
import { shareText } from '../../model/text/share-text.ts';
import { LedgerFigure } from '../../../../shared/evidence/FigureEvidence.tsx';
import { BlockLink } from '../links.tsx';
import { useConfirmations } from '../transaction/use-confirmations.ts';
import { Ether, GasPrice } from './assets.tsx';

export const ethereumTransactionStatLabels = ['Status', 'Time', 'Value', 'Fee', 'Gas price', 'Gas used'];

/** Returns the value of the transaction, or the internal transfers if it has no value of its own. */
export function valueOf(
  tx: Pick<EthereumTransactionView, 'internal' | 'output_amt' | 'value'>,
  movements: string,
): Stat {
  const inside = (tx.internal ?? []).reduce((sum, { amt }) => sum + BigInt(amt), 0n);
  if (tx.output_amt !== tx.value)
    return { label: 'Value', value: <Ether wei={tx.value} full />, sub: 'not moved: failed' };
  if (tx.value === '0' && inside > 0n) {
    return { label: 'Paid by contracts', value: <Ether wei={String(inside)} full />, sub: movements };
  }
  return { label: 'Value', value: <Ether wei={tx.value} full />, sub: movements };
}

function evidence(tx: EthereumTransactionView, label: string, wei: string) {
  return (
    <LedgerFigure
      figure={{ label, value: `${shortDecimal(BigInt(wei), 18)} ETH`, subject: tx.txid }}
      basis={{ blockchain: 'ethereum', height: tx.block, blockHash: tx.block_hash }}
    />
  );
}

function statsOf(
  tx: EthereumTransactionView,
  confirmations: number | null,
  { count, counted, decimal }: Formats,
): Stat[] {
  const value = valueOf(tx, counted(tx.token_count, 'token movement'));
  const burnt = BigInt(tx.gas.burnt) + BigInt(tx.gas.blob_burnt);
  return [
    {
      label: 'Status',
      value: confirmations === null ? 'In a block' : counted(confirmations, 'confirmation'),
      sub: (
        <>
          block <BlockLink height={tx.block} chain="ethereum" />
        </>
      ),
    },
    {
      label: 'Time',
      value: <Age seconds={tx.timestamp} ago />,
      sub: <Time seconds={tx.timestamp} to="minute" />,
    },
    { ...value, ...(value.label === 'Value' && { evidence: evidence(tx, 'Value', tx.value) }) },
    {
      label: 'Fee',
      value: <Ether wei={tx.fee_amt} full />,
      evidence: evidence(tx, 'Fee', tx.fee_amt),
      sub: (
        <>
          burned <Ether wei={String(burnt)} unit={false} full />
        </>
      ),
    },
    {
      label: 'Gas price',
      value: <GasPrice wei={tx.gas.price} />,
      sub:
        tx.gas.base_fee === null ? (
          'before London'
        ) : (
          <>
            base fee <GasPrice wei={tx.gas.base_fee} />
          </>
        ),
    },
    {
      label: 'Gas used',
      value: count(BigInt(tx.gas.used)),
      sub: `${decimal(shareText(tx.gas.used, tx.gas.limit))}% of ${count(BigInt(tx.gas.limit))}`,
    },
  ];
}

export function EthereumTransactionStats({ tx }: { tx: EthereumTransactionView }) {
  const confirmations = useConfirmations('ethereum', tx);
  return <Stats stats={statsOf(tx, confirmations, useFormats())} />;
}
