import type { BlockTransactionType, BlockView, EthereumBlockView } from '@hopscope/contract';
import type { DirectoryModule } from '../../directory/records/create-directory.ts';
import type { BlockContents, BlockEntry, ReadsBlockContents } from './block-contents.ts';

/** A filter for transactions of a block (`blockFilter` of the contract); undefined fields match all. */
export interface BlockFilter {
  readonly minAmount?: string | undefined;
  readonly maxAmount?: string | undefined;
  readonly type?: BlockTransactionType | undefined;
  readonly entity?: string | undefined;
}

/** Tests whether the filter has any condition. */
export function filters({ minAmount, maxAmount, type, entity }: BlockFilter): boolean {
  return [minAmount, maxAmount, type, entity].some((part) => part !== undefined);
}

function meets({ amount, types }: BlockEntry, { minAmount, maxAmount, type }: BlockFilter): boolean {
  return (
    (minAmount === undefined || amount >= BigInt(minAmount)) &&
    (maxAmount === undefined || amount <= BigInt(maxAmount)) &&
    (type === undefined || types.has(type))
  );
}

/** Filters the transactions of a block. */
export function createBlockFilter(options: {
  contents: ReadsBlockContents;
  attributions: DirectoryModule['attributions'];
}) {
  const { contents, attributions } = options;

  /** Returns the transactions with an address of the entity; hidden entities match nothing. */
  async function ofEntity(entries: readonly BlockEntry[], entity: string): Promise<ReadonlySet<BlockEntry>> {
    const asked = [...new Set(entries.flatMap(({ addresses }) => addresses()))];
    const { data } = await attributions.list(asked, undefined, false);
    const own = new Set(data.filter(({ entity_id }) => entity_id === entity).map(({ address }) => address));
    return new Set(entries.filter(({ addresses }) => addresses().some((address) => own.has(address))));
  }

  return {
    /** Returns the positions of the matching transactions in their block, ascending. */
    async choose(block: BlockView | EthereumBlockView, filter: BlockFilter): Promise<number[]> {
      const read: BlockContents =
        block.blockchain === 'ethereum' ? await contents.ethereum(block) : await contents.bitcoin(block);
      const matched = read.entries.filter((entry) => meets(entry, filter));
      const chosen = filter.entity === undefined ? new Set(matched) : await ofEntity(matched, filter.entity);
      return read.entries.flatMap((entry, index) => (chosen.has(entry) ? [index] : []));
    },
  };
}

export type ChoosesTransactions = ReturnType<typeof createBlockFilter>;
