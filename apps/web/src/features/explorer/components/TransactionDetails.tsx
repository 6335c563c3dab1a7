import type { TransactionView } from '@hopscope/contract';
import { countText } from '../../../lib/number-text.ts';
import { utcText } from '../../../lib/time-text.ts';
import { type Fact, Facts } from '../../../ui/Facts.tsx';
import { Text } from '../../../ui/Text.tsx';
import { locktimeText, versionText } from '../model/lock-text.ts';
import { BlockHashLink, BlockLink } from './links.tsx';

function coinjoinText(tx: TransactionView): string {
  if (tx.is_coinjoin === null) return 'not assessed';
  return tx.is_coinjoin ? 'yes' : 'no';
}

function factsOf(tx: TransactionView): Fact[] {
  const facts: Fact[] = [
    ['Block', <BlockLink key="b" height={tx.block} />],
    ['Block hash', <BlockHashLink key="h" hash={tx.block_hash} />],
    ['Position', `${countText(tx.index)} in the block`],
    ['Time', utcText(tx.timestamp)],
    ['Version', versionText(tx.version)],
    ['Locktime', locktimeText(tx.locktime)],
    ['Replaceable', tx.rbf ? 'signalled (BIP125)' : 'not signalled'],
    ['CoinJoin', coinjoinText(tx)],
    ['SegWit', tx.segwit ? 'yes' : 'no'],
    ['Size', `${countText(tx.size)} bytes`],
    ['Virtual size', `${countText(tx.vsize)} vB`],
    ['Weight', `${countText(tx.weight)} units`],
    ['Witness', `${countText(tx.witness_size)} bytes`],
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
  return <Facts facts={factsOf(tx)} />;
}
