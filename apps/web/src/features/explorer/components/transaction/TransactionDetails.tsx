import type { Formats } from '@hopscope/domain';
import type { TransactionContext, TransactionView } from '@hopscope/contract';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { type Fact, DescriptionList } from '../../../../ui/display/DescriptionList.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { Time } from '../../../../ui/text/Time.tsx';
import { evidenceText, styleText, trustText } from '../../model/text/coinjoin-text.ts';
import { locktimeText, versionText } from '../../model/text/lock-text.ts';
import { feeRankText, spreadText } from '../../model/transaction/context-text.ts';
import { BlockHashLink, BlockLink, TransactionLink } from '../links.tsx';

function coinjoinText(tx: TransactionView, formats: Formats): string {
  if (tx.is_coinjoin === null) return 'not assessed';
  if (tx.coinjoin === null) return tx.is_coinjoin ? 'yes' : 'no';
  const { coinjoin } = tx;
  return `${styleText(coinjoin)}: ${evidenceText(coinjoin, formats)} (${trustText(coinjoin)})`;
}

/** Returns the rank of the fee rate in the block, and replaced transactions. */
function contextFacts(context: TransactionContext, formats: Formats): Fact[] {
  const { fee, replaces } = context;
  const place = feeRankText(fee, formats);
  return [
    ...(place === undefined ? [] : [['Fee rate rank', place] satisfies Fact]),
    ...(fee.known === 0
      ? []
      : [['Fee rates of block', `${spreadText(fee, formats)} (sat/vB)`] satisfies Fact]),
    ...(replaces.length === 0
      ? []
      : [
          [
            'Replaced',
            <Row key="r" gap={8} wrap>
              {replaces.map((txid) => (
                <TransactionLink key={txid} txid={txid} plain />
              ))}
            </Row>,
          ] satisfies Fact,
        ]),
  ];
}

function factsOf(tx: TransactionView, context: TransactionContext | undefined, formats: Formats): Fact[] {
  const { count } = formats;
  const facts: Fact[] = [
    ['Block', <BlockLink key="b" height={tx.block} />],
    ['Block hash', <BlockHashLink key="h" hash={tx.block_hash} />],
    ['Position', tx.index === null ? 'not verified yet' : `${count(tx.index)} in the block`],
    ['Time', <Time key="t" seconds={tx.timestamp} to="second" />],
    ['Version', versionText(tx.version)],
    ['Locktime', locktimeText(tx.locktime, formats)],
    ['Replaceable', tx.rbf ? 'signaled (BIP125)' : 'not signaled'],
    ...(context ? contextFacts(context, formats) : []),
    ['CoinJoin', coinjoinText(tx, formats)],
    ['SegWit', tx.segwit ? 'yes' : 'no'],
    ['Size', `${count(tx.size)} bytes`],
    ['Virtual size', `${count(tx.vsize)} vB`],
    ['Weight', `${count(tx.weight)} units`],
    ['Witness', `${count(tx.witness_size)} bytes`],
  ];
  if (!tx.coinbase) return facts;
  return [
    ...facts,
    [
      'Coinbase text',
      tx.coinbase_text === null ? (
        'none'
      ) : (
        <Text key="c" mono size={12}>
          {tx.coinbase_text}
        </Text>
      ),
    ],
  ];
}

/** Fields of a transaction, and facts from its block once they are loaded. */
export function TransactionDetails({
  tx,
  context,
}: {
  tx: TransactionView;
  context?: TransactionContext | undefined;
}) {
  return <DescriptionList facts={factsOf(tx, context, useFormats())} />;
}
