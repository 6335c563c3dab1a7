import type { DemoStory, EthereumNode, SourceStatus } from '@hopscope/contract';
import type { BitcoinNode } from './bitcoin-core/bitcoin-core-source.ts';
import type { ChosenSources } from './choose-sources.ts';

/** What sources say of themselves at a moment. */
export interface SourcesState {
  /** `status`: null where nothing runs; `node`: null where none is asked, or none has answered yet. */
  bitcoin: { status: SourceStatus | null; node: BitcoinNode | null };
  ethereum: { status: SourceStatus | null; node: EthereumNode | null };
  /** Where the demo's stories can be seen. */
  stories: readonly DemoStory[];
}

export const nothingKnown: SourcesState = {
  bitcoin: { status: null, node: null },
  ethereum: { status: null, node: null },
  stories: [],
};

/** What runs and brings blocks, as the rest of the application sees it. */
export interface Sources {
  bitcoin: {
    source: ChosenSources['bitcoin'];
    /** null where nothing runs. */
    status(): SourceStatus | null;
    /** What is known of the node that is asked; null where none is. */
    node(): BitcoinNode | null;
  };
  ethereum: {
    source: ChosenSources['ethereum'];
    status(): SourceStatus | null;
    node(): EthereumNode | null;
    /** Wei that an address (20 bytes) holds at a height, as the node says; null where nobody can be asked. Never throws. */
    balanceAt(address: Uint8Array): Promise<{ amount: bigint; height: number } | null>;
  };
  /** Where the demo's stories can be seen; undefined where it does not run. */
  stories: (() => readonly DemoStory[]) | undefined;
}

/** Nothing comes in while the server runs: blocks are imported, or there are none. */
export const noSources: Sources = {
  bitcoin: { source: 'off', status: () => null, node: () => null },
  ethereum: { source: 'off', status: () => null, node: () => null, balanceAt: async () => null },
  stories: undefined,
};
