import { type CallOutput, type complianceEndpoints, mostAssets } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useNow } from '../../../../lib/use-now.ts';
import { DescriptionList, type Fact } from '../../../../ui/display/DescriptionList.tsx';
import { HopMark } from '../../../../shared/risk/HopMark.tsx';
import { RiskBadge } from '../../../../shared/risk/RiskBadge.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useReasons } from '../../api/reasons.ts';
import {
  averageScore,
  eventTitle,
  isArchived,
  screeningWord,
  withdrawnWords,
} from '../../model/transaction-labels.ts';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import { DollarsThen, MoreAssets } from './amount-notes.tsx';
import { AddressTab, NewTab, riskHref, TransactionTab } from '../links.tsx';
import css from './Panel.module.css';
import { ReportTab } from '../queue/ReportTab.tsx';
import { ScoreRing } from './ScoreRing.tsx';
import { Presence, QueueTag, StatusTag } from '../queue/transaction-columns.tsx';

export type TransactionDetail = CallOutput<typeof complianceEndpoints.getComplianceTransaction>['data'];
interface Props {
  transaction: TransactionDetail;
}

const reasonsShown = 5;

/** Overview: score, amount, and state. */
export function Summary({ transaction }: Props) {
  const { count } = useFormats();
  const { screening, riskScores, blockchain, block, direction } = transaction;
  const word = screeningWord(screening);
  return (
    <div className={css.sum}>
      <ScoreRing score={averageScore(riskScores)} />
      <div>
        <div className={css.amount}>
          <CoinAmount coin={transaction.asset} amount={transaction.amount} />
        </div>
        <div className={css.worth}>
          <DollarsThen usd={transaction.usdAmount} /> {direction === 'in' ? 'received' : 'sent'}
          <MoreAssets assets={transaction.assets} />
        </div>
        <div className={css.tags}>
          <StatusTag status={transaction.status} />
          <QueueTag transaction={transaction} />
          <Tag>{chains[blockchain].name}</Tag>
          {block !== null && <Tag>Block {count(block)}</Tag>}
          <Presence transaction={transaction} />
          {word !== undefined && <Tag dashed>{word}</Tag>}
          {transaction.overThreshold && <Tag tone="red">Over the risk threshold</Tag>}
        </div>
      </div>
    </div>
  );
}

/** Facts of the transaction besides its score. */
export function DetailFacts({ transaction }: Props) {
  const { exactTime } = useFormats();
  const now = useNow();
  const { presence, withdrawnBecause, replacedBy, approvedBy, approvedAt, basis } = transaction;
  const facts: Fact[] = [
    ['Client', transaction.clientId ?? <Text tone={3}>none</Text>],
    [
      transaction.direction === 'in' ? 'To' : 'From',
      <AddressTab key="address" address={transaction.address} length="medium" />,
    ],
    ['Transaction', <TransactionTab key="transaction" txid={transaction.txId} length="medium" />],
    [presence === 'unconfirmed' ? 'First seen' : 'Time', exactTime(transaction.timestamp)],
  ];
  const [, ...others] = transaction.assets;
  for (const [i, asset] of others.entries()) {
    facts.push([
      asset.direction === 'in' ? 'Also received' : 'Also sent',
      <span key={`asset ${String(i)}`} title={asset.contract ?? undefined}>
        <CoinAmount coin={asset} amount={asset.amount} /> <DollarsThen usd={asset.usdAmount} />
      </span>,
    ]);
  }
  if (transaction.assets.length === mostAssets) facts.push(['More assets', 'The list may be incomplete']);
  if (withdrawnBecause !== null) facts.push(['Withdrawn', withdrawnWords[withdrawnBecause]]);
  if (replacedBy !== null)
    facts.push(['Replaced by', <TransactionTab key="by" txid={replacedBy} length="medium" />]);
  const scored = transaction.assets.find(
    ({ contract }) => (contract ?? chains[transaction.blockchain].coin.symbol) === basis?.asset,
  );
  if (scored)
    facts.push(['Score', `For ${scored.symbol}, the asset with the highest score in this transaction`]);
  if (basis?.of === 'senders')
    facts.push(['Score', 'Sender addresses only, until the transaction is in a block']);
  if (basis?.of === 'sides') facts.push(['Scope', 'Direct counterparties only']);
  if (transaction.dueAt !== null && !isArchived(transaction.status)) {
    const late = Date.parse(transaction.dueAt) / 1000 < now;
    facts.push([
      'Due',
      <Row key="due" gap={8} wrap>
        {exactTime(transaction.dueAt)}
        {late && <Tag tone="red">Overdue</Tag>}
      </Row>,
    ]);
  }
  if (approvedBy !== null && approvedAt !== null)
    facts.push([
      transaction.status === 'APPROVED' ? 'Approved by' : 'Confirmed by',
      `${approvedBy.name}, ${exactTime(approvedAt)}`,
    ]);
  if (transaction.sarReport !== null)
    facts.push(['SAR', <ReportTab key="sar" text={transaction.sarReport} sar={transaction.sar} />]);
  if (transaction.notes !== null) facts.push(['Note', transaction.notes]);
  return <DescriptionList facts={facts} />;
}

/** Factors of the score. */
export function Reasons({ transaction, organizationId }: Props & { organizationId: string }) {
  const score = averageScore(transaction.riskScores);
  const wanted = score !== null && transaction.presence === 'confirmed';
  const { data } = useReasons(organizationId, transaction.txId, wanted);
  if (!wanted || !data || data.factors.length === 0) return null;
  return (
    <section className={css.section}>
      <h3>
        <span>Why {data.score ?? score}</span>
        <NewTab href={riskHref(transaction.address)}>Risk Dashboard</NewTab>
      </h3>
      <ul className={css.box} aria-label="Reasons">
        {data.factors.slice(0, reasonsShown).map(({ id, name, description, points, severity, hops }) => (
          <li key={id}>
            <RiskBadge level={severity} plain />
            <div className={css.grow}>
              {name}
              <p>{description}</p>
            </div>
            {hops !== null && hops > 0 && <HopMark hops={hops} level={severity} />}
            <span className={css.points}>+{points}</span>
          </li>
        ))}
      </ul>
      {data.score !== null && data.score !== score && (
        <Text tone={3} size={12}>
          Current score; when screened, it was {score}.
        </Text>
      )}
    </section>
  );
}

/** Counterparties of the transaction. */
export function CounterpartyList({ transaction }: Props) {
  const { count } = useFormats();
  const { counterparties, counterpartiesInAll, asset } = transaction;
  const all = counterpartiesInAll ?? counterparties.length;
  return (
    <section className={css.section}>
      <h3>
        <span>Counterparties</span>
        <Text tone={3} size={12}>
          {count(all)}
        </Text>
      </h3>
      {counterparties.length === 0 ? (
        <Text tone={3}>N/A</Text>
      ) : (
        <ul className={css.box} aria-label="Counterparties">
          {counterparties.map(({ address, entityId, name, amount }) => (
            <li key={address}>
              <span className={css.party}>
                {name !== null && entityId !== null && (
                  <>
                    <NewTab href={`/home/blockham?entity=${encodeURIComponent(entityId)}`}>
                      {name}
                    </NewTab>{' '}
                  </>
                )}
                <AddressTab address={address} />
              </span>
              <span className={css.share}>
                {amount === null ? (
                  <Text tone={3} unknown title="The amount cannot be split among the counterparties.">
                    unknown
                  </Text>
                ) : (
                  <CoinAmount coin={asset} amount={amount} />
                )}
              </span>
              <NewTab href={riskHref(address)}>Risk</NewTab>
            </li>
          ))}
        </ul>
      )}
      {all > counterparties.length && (
        <Text tone={3} size={12}>
          Showing the first {count(counterparties.length)}. The transaction page lists all of them.
        </Text>
      )}
    </section>
  );
}

/** Returns whether the note is the text of the report, not a note of the person who confirmed the decision. */
const isReportText = ({ note, sar }: TransactionDetail['events'][number]): boolean =>
  sar !== null && (note ?? '').startsWith(`Report ${String(sar.number)}`);

/** History of the transaction, newest first. */
export function Events({ transaction }: Props) {
  const { exactTime } = useFormats();
  const events = transaction.events.toReversed();
  return (
    <section className={css.section}>
      <h3>History</h3>
      <ol className={css.line} aria-label="History">
        {events.map((each, at) => (
          <li key={`${each.timestamp} ${events.length - at}`}>
            {eventTitle(each)}
            <p>
              {each.by !== null && `${each.by.name}, `}
              {exactTime(each.timestamp)}
            </p>
            {each.note !== null && (
              <p>
                <ReportTab text={each.note} sar={isReportText(each) ? each.sar : null} />
              </p>
            )}
            {each.sar !== null && !isReportText(each) && (
              <p>
                <ReportTab text={`Report ${String(each.sar.number)}`} sar={each.sar} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
