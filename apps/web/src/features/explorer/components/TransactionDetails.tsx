import type { TransactionView } from '@hopscope/contract';
import type { Formats } from '../../../lib/formats.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { type Fact, Facts } from '../../../ui/Facts.tsx';
import { Text } from '../../../ui/Text.tsx';
import { Time } from '../../../ui/Time.tsx';
import { evidenceText, styleText, trustText } from '../model/coinjoin-text.ts';
import { locktimeText, versionText } from '../model/lock-text.ts';
import { BlockHashLink, BlockLink } from './links.tsx';

function coinjoinText(tx: TransactionView, formats: Formats): string {
  if (tx.is_coinjoin === null) return 'not assessed';
  if (tx.coinjoin === null) return tx.is_coinjoin ? 'yes' : 'no';
  const { coinjoin } = tx;
  return `${styleText(coinjoin)}: ${evidenceText(coinjoin, formats)} (${trustText(coinjoin)})`;
}

function factsOf(tx: TransactionView, formats: Formats): Fact[] {
  const { count } = formats;
  const facts: Fact[] = [
    ['Block', <BlockLink key="b" height={tx.block} />],
    ['Block hash', <BlockHashLink key="h" hash={tx.block_hash} />],
    ['Position', tx.index === null ? 'not proven yet' : `${count(tx.index)} in the block`],
    ['Time', <Time key="t" seconds={tx.timestamp} to="second" />],
    ['Version', versionText(tx.version)],
    ['Locktime', locktimeText(tx.locktime, formats)],
    ['Replaceable', tx.rbf ? 'signalled (BIP125)' : 'not signalled'],
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

export function TransactionDetails({ tx }: { tx: TransactionView }) {
  return <Facts facts={factsOf(tx, useFormats())} />;
}
