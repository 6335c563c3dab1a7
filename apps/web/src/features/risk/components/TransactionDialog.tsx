import { isCoinOf } from '@hopscope/domain';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { type Fact, DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { Hash } from '../../../shared/chain/Hash.tsx';
import { UnknownAmount } from '../../../shared/amount/Amount.tsx';
import type { HistoryRow } from '../model/history.ts';
import { usePrice, usePriceOf } from '../../../lib/prices.ts';
import { dollarsOf } from '../model/coin.ts';
import { Decimal } from '../../../ui/display/Figures.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { CoinAmount } from '../../../shared/amount/CoinAmount.tsx';
import { Dollars } from './Dollars.tsx';
import { AddressTab, NewTab } from './links.tsx';
import css from './TransactionDialog.module.css';

const ways = { in: 'Received', out: 'Sent', self: 'Self-transfer' } as const;
const sidesShown = 20;

/** Value at the first price of the day. */
function ValueThen({ row, price }: { row: HistoryRow; price: { day: string; priceMicros: string } | null }) {
  if (price === null) return <UnknownAmount why="No price available for that day" />;
  return (
    <Text title={`At the first price of ${price.day} (UTC)`}>
      $<Decimal text={dollarsOf(row.amount, row.coin, BigInt(price.priceMicros))} />
    </Text>
  );
}

/** Notes that inputs or outputs belong to the whole transaction, not only to this address. */
export function WhoseSides({ row }: { row: Pick<HistoryRow, 'ofChain' | 'coin' | 'sides' | 'direction'> }) {
  if (!row.ofChain || !isCoinOf('bitcoin', row.coin) || row.sides.length === 0) return null;
  return (
    <p className={css.more}>
      {row.direction === 'in'
        ? 'Inputs of the whole transaction. The received amount comes from all of them in proportion.'
        : 'Outputs of the whole transaction. Other addresses may have paid part of them.'}
    </p>
  );
}

/** Details of a history row, with links to the transaction and counterparties. */
export function TransactionDialog({
  row,
  open,
  onClose,
}: {
  row: HistoryRow;
  open: boolean;
  onClose: () => void;
}) {
  const { count, exactTime } = useFormats();
  const price = usePrice(row.coin.symbol);
  const then = usePriceOf(row.coin.symbol, row.timestamp);
  const facts: Fact[] = [
    [
      'Transaction',
      row.txid === null ? (
        'None (part of the block)'
      ) : (
        <Hash
          value={row.txid}
          what="transaction hash"
          length="full"
          link={(content) => <NewTab href={`/home/block-explorer/transaction/${row.txid}`}>{content}</NewTab>}
        />
      ),
    ],
    ['Direction', ways[row.direction]],
    ['Amount', <CoinAmount key="amount" coin={row.coin} amount={row.amount} direction={row.direction} />],
    ...(then !== undefined && row.ofChain
      ? ([['Value at the time', <ValueThen key="then" row={row} price={then} />]] as Fact[])
      : []),
    ...(price && row.ofChain
      ? ([['Value now', <Dollars key="value" coin={row.coin} amount={row.amount} price={price} />]] as Fact[])
      : []),
    ...(row.fee === null
      ? []
      : ([['Fee', <CoinAmount key="fee" coin={row.coin} amount={row.fee} />]] as Fact[])),
    ['Block', count(row.block)],
    ['Time', exactTime(row.timestamp)],
  ];
  return (
    <Dialog title="Transaction details" open={open} width={720} onClose={onClose}>
      <DescriptionList facts={facts} />
      <section>
        <h3 className={css.title}>{row.direction === 'in' ? 'From' : 'To'}</h3>
        <WhoseSides row={row} />
        {row.sides.length === 0 ? (
          <p>{row.words}</p>
        ) : (
          <ul className={css.sides} aria-label="Counterparties">
            {row.sides.slice(0, sidesShown).map(({ address, amount }, i) => (
              <li key={`${address ?? ''} ${i}`}>
                {address === null ? (
                  <span>No address</span>
                ) : (
                  <AddressTab address={address} length="medium" />
                )}
                {amount === null ? (
                  <UnknownAmount why="The spent output is not in the ledger." />
                ) : (
                  <CoinAmount coin={row.coin} amount={amount} />
                )}
              </li>
            ))}
          </ul>
        )}
        {(row.sides.length > sidesShown || row.more) && (
          <p className={css.more}>See the transaction page for all counterparties.</p>
        )}
      </section>
    </Dialog>
  );
}
