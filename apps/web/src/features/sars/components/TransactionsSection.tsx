import { mostAssets, type SarContent, type SarTransaction } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { type Fact, DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { Hash } from '../../../shared/chain/Hash.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { Place, TextLine, Tick, useSarForm } from './sar-form.tsx';
import css from './Sars.module.css';

/** Returns the other assets that the transaction moved in a direction; empty if there are none. */
function othersOf({ others = [] }: SarTransaction, way: 'in' | 'out', label: string): Fact[] {
  const isClient = others.filter(({ direction }) => direction === way);
  return isClient.length === 0
    ? []
    : [[label, isClient.map(({ amount, asset }) => `${amount} ${asset}`).join(', ')]];
}

function Transaction({ each, index, goaml }: { each: SarTransaction; index: number; goaml: boolean }) {
  const { root, reads, change } = useSarForm();
  const { exactTime } = useFormats();
  const { transactions } = root as SarContent;
  return (
    <fieldset className={css.entry}>
      <legend className={css.legend}>
        {each.direction === 'in' ? 'Received' : 'Sent'} {each.amount} {each.asset}
      </legend>
      {!reads && (
        <span className={css.remove}>
          <IconButton
            label={`Remove transaction ${String(index + 1)}`}
            onClick={() =>
              change(
                'transactions',
                transactions.filter((_each, at) => at !== index),
              )
            }
          >
            <Trash2 size={15} strokeWidth={1.6} aria-hidden="true" />
          </IconButton>
        </span>
      )}
      <DescriptionList
        facts={[
          ['Transaction', <Hash key="id" value={each.txId} what="transaction hash" length="medium" />],
          ['Time', each.time === '' ? 'unknown' : exactTime(Date.parse(each.time) / 1000)],
          ...othersOf(each, 'in', 'Also received'),
          ...othersOf(each, 'out', 'Also sent'),
          ...(each.others?.length === mostAssets - 1
            ? ([['More assets', 'The list may be incomplete']] satisfies Fact[])
            : []),
          ['Value at the time', each.usd === '' ? <Text tone={3}>unknown</Text> : `${each.usd} US dollars`],
          ['Address', <Hash key="own" value={each.address} what="address" length="medium" />],
          [
            each.direction === 'in' ? 'From' : 'To',
            each.counterparties.length === 0 ? (
              <Text tone={3}>unknown</Text>
            ) : (
              <span className={css.hash}>{each.counterparties.join(', ')}</span>
            ),
          ],
          ...(each.complianceId === null
            ? []
            : [
                [
                  'Screener',
                  <Link
                    key="screener"
                    to="/home/compliance-screener"
                    search={{ transaction: each.complianceId }}
                  >
                    Open its review
                  </Link>,
                ] as const,
              ]),
        ]}
      />
      {goaml && (
        <div className={css.fields}>
          <TextLine
            path={`transactions.${String(index)}.localAmount`}
            label="Value in the local currency"
            help="Required by goAML. If the local currency is the US dollar, the value above is used."
            max={18}
          />
        </div>
      )}
    </fieldset>
  );
}

/** Transactions of a report, with their facts at the time they were added. */
export function TransactionsSection({ content }: { content: SarContent }) {
  const { transactions, forms } = content;
  const { problems, shows } = useSarForm();
  const problem = problems.find(({ path }) => path === 'attachTransactions');
  return (
    <Card id="transactions" title="Transactions" count={transactions.length}>
      <div className={css.body}>
        <Place path="transactions">
          <div className={css.entries}>
            {transactions.length === 0 && (
              <Text tone={3}>None. A report that starts from a case includes its transactions.</Text>
            )}
            {transactions.map((each, index) => (
              <Transaction
                key={each.complianceId ?? `${each.txId} ${String(index)}`}
                each={each}
                index={index}
                goaml={forms.includes('goaml')}
              />
            ))}
          </div>
        </Place>
        <Tick path="attachTransactions" label="Include the list of transactions (CSV) as an attachment" />
        <FormFailure text={shows ? problem?.message : undefined} />
      </div>
    </Card>
  );
}
