import type { Formats } from '@hopscope/domain';
import type { UnconfirmedTransactionView } from '@hopscope/contract';
import { Clock, TriangleAlert } from 'lucide-react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { CoverageNotice } from '../../../../shared/chain/Coverage.tsx';
import { type Fact, DescriptionList } from '../../../../ui/display/DescriptionList.tsx';
import { Notice } from '../../../../ui/feedback/Notice.tsx';
import { Columns } from '../../../../ui/layout/Page.tsx';
import { Amount } from '../../../../shared/amount/Amount.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { type Stat, Stats } from '../../../../ui/display/Stats.tsx';
import { Age, Time } from '../../../../ui/text/Time.tsx';
import { locktimeText, versionText } from '../../model/text/lock-text.ts';
import { TransactionLink } from '../links.tsx';
import { PictureCard } from './PictureCard.tsx';
import { ScriptsCard } from './ScriptsCard.tsx';
import { TransactionFlow } from './TransactionFlow.tsx';
import { PublicKeyNotice } from './TransactionNotes.tsx';
import { feeStats } from './TransactionStats.tsx';
import { BitcoinWhatHappened } from './WhatHappened.tsx';
import { unknownChange } from '../../model/transaction/context-text.ts';
import { unknownInputsText } from '../../model/text/not-in-ledger.ts';

type Waiting = UnconfirmedTransactionView;
const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

function Links({ txids, more = false }: { txids: readonly string[]; more?: boolean }) {
  return (
    <Row gap={8} wrap>
      {txids.map((txid) => (
        <TransactionLink key={txid} txid={txid} plain />
      ))}
      {more && <span>and more</span>}
    </Row>
  );
}

function statsOf(tx: Waiting, formats: Formats): Stat[] {
  const { count, counted } = formats;
  return [
    { label: 'Status', value: 'Unconfirmed', sub: 'not in a block yet' },
    {
      label: 'First seen',
      value: <Age seconds={tx.first_seen} ago />,
      sub: <Time seconds={tx.first_seen} to="minute" />,
    },
    {
      label: 'Output',
      value: <Amount sats={tx.output_amt} unit />,
      sub: counted(tx.output_count, 'output'),
    },
    ...feeStats(tx, formats),
    { label: 'Size', value: `${count(tx.vsize)} vB`, sub: `${count(tx.size)} bytes` },
  ];
}

function replaceableText({ rbf, rbf_inherited }: Waiting): string {
  if (!rbf) return 'not signaled';
  return rbf_inherited ? 'inherited from a parent (BIP125)' : 'signaled (BIP125)';
}

function relatives(label: string, { txids, more }: Waiting['ancestors']): Fact[] {
  return txids.length === 0 ? [] : [[label, <Links key={label} txids={txids} more={more} />]];
}

function factsOf(tx: Waiting, formats: Formats): Fact[] {
  const { count } = formats;
  return [
    ['First seen', <Time key="s" seconds={tx.first_seen} to="second" />],
    ['Replaceable', replaceableText(tx)],
    ...(tx.replaces.length > 0 ? [['Replaces', <Links key="r" txids={tx.replaces} />] satisfies Fact] : []),
    ...relatives('Parents', tx.ancestors),
    ...relatives('Children', tx.descendants),
    ['Version', versionText(tx.version)],
    ['Locktime', locktimeText(tx.locktime, formats)],
    ['SegWit', tx.segwit ? 'yes' : 'no'],
    ['Size', `${count(tx.size)} bytes`],
    ['Virtual size', `${count(tx.vsize)} vB`],
    ['Weight', `${count(tx.weight)} units`],
    ['Witness', `${count(tx.witness_size)} bytes`],
  ];
}

/** Conflicts and unknown inputs, and that the transaction may never be confirmed. */
function Warnings({ tx }: { tx: Waiting }) {
  const formats = useFormats();
  return (
    <>
      {tx.conflicts.length > 0 && (
        <Notice kind="warning" icon={<TriangleAlert {...icon} />}>
          <b>Conflict:</b> same outputs spent by{' '}
          {formats.counted(tx.conflicts.length, 'other unconfirmed transaction')}. At most one can be
          confirmed: <Links txids={tx.conflicts} />
        </Notice>
      )}
      <Notice kind="part" icon={<Clock {...icon} />}>
        Not confirmed yet: balances do not include this transaction. It may never be confirmed
        {tx.rbf ? ' or may be replaced' : ''}.
      </Notice>
      {tx.unknown_input_count > 0 && (
        <CoverageNotice coverage={tx.coverage}>
          {unknownInputsText(tx.unknown_input_count, formats)}
        </CoverageNotice>
      )}
    </>
  );
}

/** Page content of an unconfirmed Bitcoin transaction. */
export function UnconfirmedTransaction({ tx }: { tx: Waiting }) {
  const formats = useFormats();
  return (
    <>
      <BitcoinWhatHappened tx={tx} change={unknownChange} />
      <Stats stats={statsOf(tx, formats)} partial />
      <Warnings tx={tx} />
      <Columns
        main={
          <>
            <PictureCard tx={tx} change={unknownChange} />
            <Card title="Inputs and outputs">
              <TransactionFlow tx={tx} full />
              <PublicKeyNotice tx={tx} />
            </Card>
            <ScriptsCard txid={tx.txid} size={tx.size} />
          </>
        }
        rail={
          <>
            <Card title="Details" padded>
              <DescriptionList facts={factsOf(tx, formats)} />
            </Card>
          </>
        }
      />
    </>
  );
}
