import type {
  Blockchain,
  DemoStory,
  EthereumNode,
  SourceErrorReport,
  SourceStatus,
} from '@hopscope/contract';
import type { BitcoinNode } from './bitcoin-core/bitcoin-core-source.ts';
import type { ChosenSources } from './choose-sources.ts';

/** Something that a source which reads by address is asked to bring. */
export type Wanted =
  | { readonly kind: 'address'; readonly key: Uint8Array; readonly text: string }
  | { readonly kind: 'transaction'; readonly txid: Uint8Array };

/** What became of it. */
export type WantAnswer =
  /** It is in the database now, or there is no such thing. */
  | { readonly kind: 'known' }
  | { readonly kind: 'none' }
  /** Not yet, for a reason in words. */
  | { readonly kind: 'later'; readonly reason: string };

/** What a contract returned to a call at the node's newest block. */
export type ContractAnswer =
  | { readonly kind: 'returned'; readonly bytes: Uint8Array }
  /** The call failed in the chain. */
  | { readonly kind: 'reverted' }
  /** Nobody is asked, or nobody answers now. */
  | { readonly kind: 'unanswered' };

/** What the demo's directory says of an address, from a moment on. */
export interface DatedAttribution {
  readonly blockchain: Blockchain;
  /** Address key on Bitcoin, 20 bytes on Ethereum. */
  readonly key: Uint8Array;
  /** Id of the fictional entity that it names. */
  readonly entity: string;
  readonly confidence: number;
  /** Seconds since 1970: nobody knows of it before. */
  readonly due: number;
}

/** An address of a fictional customer of the demo's organization. */
export interface DemoClient {
  readonly blockchain: Blockchain;
  /** Address key on Bitcoin, 20 bytes on Ethereum. */
  readonly key: Uint8Array;
  readonly client: string;
}

/** What the demo tells beside its blocks. */
export interface DemoAnnouncements {
  readonly attributions: readonly DatedAttribution[];
  readonly clients: readonly DemoClient[];
}

/** What the source of a chain says of itself at a moment. */
export interface SideState<Node> {
  /** null where nothing runs. */
  status: SourceStatus | null;
  /** What last went wrong, also where it is over; null where nothing has since the start. */
  lastError: SourceErrorReport | null;
  /** null where none is asked, or none has answered yet. */
  node: Node | null;
}

/** What sources say of themselves at a moment. */
export interface SourcesState {
  bitcoin: SideState<BitcoinNode>;
  ethereum: SideState<EthereumNode>;
  /** Where the demo's stories can be seen. */
  stories: readonly DemoStory[];
}

export const nothingKnown: SourcesState = {
  bitcoin: { status: null, lastError: null, node: null },
  ethereum: { status: null, lastError: null, node: null },
  stories: [],
};

/** What runs and brings blocks, as the rest of the application sees it. */
export interface Sources {
  bitcoin: {
    source: ChosenSources['bitcoin'];
    /** As `SideState`. */
    status(): SourceStatus | null;
    lastError(): SourceErrorReport | null;
    /** What is known of the node that is asked; null where none is. */
    node(): BitcoinNode | null;
    /** Asks a source that reads by address; answers after some seconds at most. Never throws. */
    want(wanted: Wanted): Promise<WantAnswer>;
  };
  ethereum: {
    source: ChosenSources['ethereum'];
    status(): SourceStatus | null;
    lastError(): SourceErrorReport | null;
    node(): EthereumNode | null;
    /** As that of Bitcoin. */
    want(wanted: Wanted): Promise<WantAnswer>;
    /** Wei that an address (20 bytes) holds at a height, as the node says; null where nobody can be asked. Never throws. */
    balanceAt(address: Uint8Array): Promise<{ amount: bigint; height: number } | null>;
    /** Asks a contract (20 bytes) through the node; answers after some seconds at most. Never throws. */
    callContract(to: Uint8Array, data: Uint8Array): Promise<ContractAnswer>;
  };
  /** Where the demo's stories can be seen; undefined where it does not run. */
  stories: (() => readonly DemoStory[]) | undefined;
  /** What the demo's directory has to say of its chains so far, in no order; undefined where the demo does not run. */
  attributions: (() => readonly DatedAttribution[]) | undefined;
  /** Addresses of the fictional customers of the demo's organization so far; undefined where the demo does not run. */
  clients: (() => readonly DemoClient[]) | undefined;
}

const notAsked = async (): Promise<WantAnswer> => ({ kind: 'later', reason: 'no service is configured' });

/** Nothing comes in while the server runs: blocks are imported, or there are none. */
export const noSources: Sources = {
  bitcoin: { source: 'off', status: () => null, lastError: () => null, node: () => null, want: notAsked },
  ethereum: {
    source: 'off',
    status: () => null,
    lastError: () => null,
    node: () => null,
    want: notAsked,
    balanceAt: async () => null,
    callContract: async () => ({ kind: 'unanswered' }),
  },
  stories: undefined,
  attributions: undefined,
  clients: undefined,
};
