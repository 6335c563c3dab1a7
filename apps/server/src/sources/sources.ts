import type {
  Blockchain,
  DemoStory,
  EthereumNode,
  SourceErrorReport,
  SourceStatus,
} from '@hopscope/contract';
import type { BitcoinNode } from './bitcoin-core/bitcoin-core-source.ts';
import type { ChosenSources } from './choose-sources.ts';

/** A request to a source that reads by address. */
export type FetchRequest =
  | { readonly kind: 'address'; readonly key: Uint8Array; readonly text: string }
  | { readonly kind: 'transaction'; readonly txid: Uint8Array };

/** Result of such a request. */
export type FetchResult =
  /** It is in the database now, or doesn't exist. */
  | { readonly kind: 'known' }
  | { readonly kind: 'none' }
  /** Not available yet, with a reason. */
  | { readonly kind: 'later'; readonly reason: string };

/** Result of a contract call at the node's newest block. */
export type ContractAnswer =
  | { readonly kind: 'returned'; readonly bytes: Uint8Array }
  /** The call was reverted. */
  | { readonly kind: 'reverted' }
  /** There is no node, or it doesn't respond now. */
  | { readonly kind: 'unanswered' };

/** An attribution of an address in the demo's directory, from a time on. */
export interface DatedAttribution {
  readonly blockchain: Blockchain;
  /** Address key on Bitcoin, 20 bytes on Ethereum. */
  readonly key: Uint8Array;
  /** ID of the attributed fictional entity. */
  readonly entity: string;
  readonly confidence: number;
  /** Seconds since 1970: the attribution is unknown earlier. */
  readonly due: number;
}

/** An address of a fictional customer of the demo's organization. */
export interface DemoClient {
  readonly blockchain: Blockchain;
  /** Address key on Bitcoin, 20 bytes on Ethereum. */
  readonly key: Uint8Array;
  readonly client: string;
}

/** Announcements of the demo other than its blocks. */
export interface DemoAnnouncements {
  readonly attributions: readonly DatedAttribution[];
  readonly clients: readonly DemoClient[];
}

/** Current state of a chain's source. */
export interface SideState<Node> {
  /** null if nothing runs. */
  status: SourceStatus | null;
  /** The last error, even if it is over; null if there was none since the start. */
  lastError: SourceErrorReport | null;
  /** null if there is no node, or it hasn't responded yet. */
  node: Node | null;
}

/** Current state of the sources. */
export interface SourcesState {
  bitcoin: SideState<BitcoinNode>;
  ethereum: SideState<EthereumNode>;
  /** Where the demo's stories can be found. */
  stories: readonly DemoStory[];
}

export const nothingKnown: SourcesState = {
  bitcoin: { status: null, lastError: null, node: null },
  ethereum: { status: null, lastError: null, node: null },
  stories: [],
};

/** The running sources of blocks, as the rest of the application uses them. */
export interface Sources {
  bitcoin: {
    source: ChosenSources['bitcoin'];
    /** Like `SideState`. */
    status(): SourceStatus | null;
    lastError(): SourceErrorReport | null;
    /** Returns facts about the connected node; null without one. */
    node(): BitcoinNode | null;
    /** Sends a request to a source that reads by address; returns after a few seconds at most. Never throws. */
    fetchOnDemand(wanted: FetchRequest): Promise<FetchResult>;
  };
  ethereum: {
    source: ChosenSources['ethereum'];
    status(): SourceStatus | null;
    lastError(): SourceErrorReport | null;
    node(): EthereumNode | null;
    /** Like that of Bitcoin. */
    fetchOnDemand(wanted: FetchRequest): Promise<FetchResult>;
    /**
     * Returns the balance in wei of an address (20 bytes) at a height according to the node; null if none is available.
     * Never throws.
     */
    balanceAt(address: Uint8Array): Promise<{ amount: bigint; height: number } | null>;
    /** Calls a contract (20 bytes) through the node; returns after a few seconds at most. Never throws. */
    callContract(to: Uint8Array, data: Uint8Array): Promise<ContractAnswer>;
  };
  /** Returns where the demo's stories can be found; undefined if it doesn't run. */
  stories: (() => readonly DemoStory[]) | undefined;
  /** Returns the demo's attributions so far, in no particular order; undefined if the demo doesn't run. */
  attributions: (() => readonly DatedAttribution[]) | undefined;
  /** Returns addresses of the fictional customers of the demo's organization so far; undefined if the demo doesn't run. */
  clients: (() => readonly DemoClient[]) | undefined;
}

const notAsked = async (): Promise<FetchResult> => ({ kind: 'later', reason: 'no service is configured' });

/** No blocks are added while the server runs: they are imported, or there are none. */
export const noSources: Sources = {
  bitcoin: {
    source: 'off',
    status: () => null,
    lastError: () => null,
    node: () => null,
    fetchOnDemand: notAsked,
  },
  ethereum: {
    source: 'off',
    status: () => null,
    lastError: () => null,
    node: () => null,
    fetchOnDemand: notAsked,
    balanceAt: async () => null,
    callContract: async () => ({ kind: 'unanswered' }),
  },
  stories: undefined,
  attributions: undefined,
  clients: undefined,
};
