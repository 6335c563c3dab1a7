import { type EthereumBlockView, explorerPageSize } from '@hopscope/contract';
import { usePrefetchQuery } from '@tanstack/react-query';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useServices } from '../../../../lib/services.ts';
import { useDocumentTitle } from '../../../../lib/browser/use-document-title.ts';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { Columns, Page, PageHeader } from '../../../../ui/layout/Page.tsx';
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { useBlock } from '../../api/block.ts';
import { blockTransactionsQuery } from '../../api/block-transactions.ts';
import { BlockNeighbors } from '../block/BlockNeighbors.tsx';
import { Failure } from '../Failure.tsx';
import type { BlockFilter } from '../../model/block/block-filter.ts';
import { removedText } from '../../model/text/removed-text.ts';
import { FeesCard } from '../block/FeesCard.tsx';
import { RemovedCard } from '../transaction/RemovedTransaction.tsx';
import { StatSkeleton } from '../StatSkeleton.tsx';
import { FinalityTag } from './EthereumTags.tsx';
import { EthereumBlockTransactions } from './EthereumBlockTransactions.tsx';
import { CallRow, CallTree } from '../../../../ui/display/CallTree.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { Folded } from '../Folded.tsx';
import { AddressLink, BlockHashLink } from '../links.tsx';
import { Ether, GasPrice } from './assets.tsx';
import type { ReactNode } from 'react';
import { type Fact, DescriptionList } from '../../../../ui/display/DescriptionList.tsx';
import { Time, Age } from '../../../../ui/text/Time.tsx';
import type { Formats } from '@hopscope/domain';
import { type Stat, Stats } from '../../../../ui/display/Stats.tsx';
import { shareText } from '../../model/text/share-text.ts';

const ethereumBlockStatLabels = ['Time', 'Transactions', 'Gas used', 'Base fee', 'Fees', 'Reward'];

function reward(block: EthereumBlockView): Stat {
  const made = block.rewards.reduce((sum, { amt }) => sum + BigInt(amt), 0n);
  if (block.rewards.length === 0) {
    return { label: 'Reward', value: <Ether wei={block.tips} />, sub: 'tips; no new ether' };
  }
  return {
    label: 'Reward',
    value: <Ether wei={String(made + BigInt(block.tips))} />,
    sub: (
      <>
        new <Ether wei={String(made)} unit={false} />
        {block.uncles.length > 0 && ', including uncles'}
      </>
    ),
  };
}

function statsOf(block: EthereumBlockView, { count, counted, decimal }: Formats): Stat[] {
  return [
    {
      label: 'Time',
      value: <Age seconds={block.timestamp} ago />,
      sub: <Time seconds={block.timestamp} to="minute" />,
    },
    {
      label: 'Transactions',
      value: count(block.transaction_count),
      sub:
        block.confirmations === null ? 'confirmations unknown' : counted(block.confirmations, 'confirmation'),
    },
    {
      label: 'Gas used',
      value: count(BigInt(block.gas_used)),
      sub: `${decimal(shareText(block.gas_used, block.gas_limit))}% of ${count(BigInt(block.gas_limit))}`,
    },
    {
      label: 'Base fee',
      value: block.base_fee === null ? 'None' : <GasPrice wei={block.base_fee} />,
      sub: block.base_fee === null ? 'before London' : 'per gas, burned',
    },
    {
      label: 'Fees',
      value: <Ether wei={block.fees} />,
      sub: (
        <>
          burned <Ether wei={String(BigInt(block.burnt) + BigInt(block.blob_burnt))} unit={false} />
        </>
      ),
    },
    reward(block),
  ];
}

function EthereumBlockStats({ block }: { block: EthereumBlockView }) {
  return <Stats stats={statsOf(block, useFormats())} />;
}

function root(name: string, value: string | null): Fact[] {
  return value === null
    ? []
    : [[name, <Hash key={name} value={value} what={name.toLowerCase()} length="medium" />]];
}

function plain(name: string, value: ReactNode | null): Fact[] {
  return value === null ? [] : [[name, value]];
}

/** All fields of a block header; fields that its fork doesn't have are omitted. */
function EthereumBlockDetails({ block }: { block: EthereumBlockView }) {
  const { count } = useFormats();
  const number = (text: string | null) => (text === null ? null : count(BigInt(text)));
  const merged = block.difficulty === '0';
  return (
    <DescriptionList
      facts={[
        ['Height', count(block.number)],
        ['Time', <Time key="w" seconds={block.timestamp} to="second" />],
        [merged ? 'Fee recipient' : 'Miner', <AddressLink key="a" address={block.miner} />],
        [
          'Previous',
          block.number === 0 ? 'none, first block' : <BlockHashLink key="p" hash={block.previous_hash} />,
        ],
        [
          'Next',
          block.next_hash === null ? 'not in the ledger' : <BlockHashLink key="n" hash={block.next_hash} />,
        ],
        ...plain('Size', block.size === null ? null : `${count(block.size)} bytes`),
        ...plain('Difficulty', merged ? null : number(block.difficulty)),
        ...plain('Blob gas', number(block.blob_gas_used)),
        ...plain('Blob excess', number(block.excess_blob_gas)),
        ...root('State root', block.state_root),
        ...root('Transactions root', block.transactions_root),
        ...root('Receipts root', block.receipts_root),
        ...root('Withdrawals root', block.withdrawals_root),
        ...root('Beacon root', block.parent_beacon_root),
        ...root('Requests hash', block.requests_hash),
        ...root(merged ? 'Randomness' : 'Mix hash', block.mix_hash),
        [
          'Nonce',
          <Text key="o" mono>
            {block.nonce}
          </Text>,
        ],
        [
          'Extra data',
          <Text key="x" mono size={12} tone={block.extra_text === null ? 2 : 1}>
            {block.extra_text ?? (block.extra_data === '0x' ? 'none' : block.extra_data)}
          </Text>,
        ],
      ]}
    />
  );
}

const rewardNames = { block: 'Block', uncle: 'Uncle' } as const;

/** New ether of a block and its recipients. */
function BlockRewards({ rewards }: { rewards: EthereumBlockView['rewards'] }) {
  if (rewards.length === 0) return null;
  return (
    <Card title="Rewards">
      <CallTree label="Rewards">
        {rewards.map(({ kind, addr, amt }, index) => (
          <CallRow key={index} depth={0} end={<Ether wei={amt} />}>
            <Text tone={2}>{rewardNames[kind]}</Text>
            <AddressLink address={addr} />
          </CallRow>
        ))}
      </CallTree>
    </Card>
  );
}

/** Withdrawals from the beacon chain (EIP-4895). */
function Withdrawals({ withdrawals }: { withdrawals: EthereumBlockView['withdrawals'] }) {
  const { count } = useFormats();
  if (withdrawals === null || withdrawals.length === 0) return null;
  return (
    <Card title="Withdrawals" count={count(withdrawals.length)}>
      <Folded rows={withdrawals}>
        {(shown) => (
          <CallTree label="Withdrawals">
            {shown.map(({ index, validator_index, addr, amt }) => (
              <CallRow key={index} depth={0} end={<Ether wei={amt} />}>
                <AddressLink address={addr} />
                <Text tone={3} size={12}>
                  validator {count(BigInt(validator_index))}
                </Text>
              </CallRow>
            ))}
          </CallTree>
        )}
      </Folded>
    </Card>
  );
}

interface Shown {
  page: number;
  filter: BlockFilter;
}

function LoadedBlock({ block, id, page, filter }: { block: EthereumBlockView; id: string } & Shown) {
  const { count } = useFormats();
  return (
    <Page>
      <PageHeader
        title={`Block ${count(block.number)}`}
        tags={
          <>
            <Tag>Ethereum</Tag>
            <FinalityTag height={block.number} />
          </>
        }
        identity={<Hash value={block.hash} what="block hash" length="full" />}
        actions={<BlockNeighbors block={block} />}
      />
      <EthereumBlockStats block={block} />
      <Columns
        main={
          <>
            <EthereumBlockTransactions height={id} page={page} filter={filter} />
            <Withdrawals withdrawals={block.withdrawals} />
          </>
        }
        rail={
          <>
            <FeesCard chain="ethereum" height={id} hash={block.hash} />
            <Card title="Header" padded>
              <EthereumBlockDetails block={block} />
            </Card>
            <BlockRewards rewards={block.rewards} />
          </>
        }
      />
    </Page>
  );
}

/** An Ethereum block by its height or hash. */
export function EthereumBlockPage({ text, page, filter }: { text: string } & Shown) {
  const { api } = useServices();
  const { count } = useFormats();
  const { data, error, refetch } = useBlock('ethereum', text);
  const gone = error ? removedText(error) : undefined;
  usePrefetchQuery(blockTransactionsQuery(api, { chain: 'ethereum', height: text, filter }, page));
  const name = /^\d+$/.test(text) ? `Block ${count(BigInt(text))}` : 'Block';
  useDocumentTitle(`${data ? `Block ${count(data.number)}` : name} · Ethereum`);
  if (data) return <LoadedBlock block={data} id={text} page={page} filter={filter} />;
  return (
    <Page>
      <PageHeader title={name} tags={<Tag>Ethereum</Tag>} />
      {gone ? (
        <RemovedCard gone={gone} />
      ) : error ? (
        <Card>
          <Failure error={error} subject="block" onRetry={refetch} />
        </Card>
      ) : (
        <>
          <StatSkeleton labels={ethereumBlockStatLabels} />
          <Columns
            main={
              <Card title="Transactions">
                <RowTableSkeleton rows={explorerPageSize} />
              </Card>
            }
            rail={
              <Card title="Header">
                <RowTableSkeleton rows={14} kind="facts" />
              </Card>
            }
          />
        </>
      )}
    </Page>
  );
}
