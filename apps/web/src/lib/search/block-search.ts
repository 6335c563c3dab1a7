import { type Blockchain, defaultChain } from '@hopscope/domain';

/** Returns `?blockchain=` of a block page: omitted for the default chain. */
export function blockSearch(chain: Blockchain): { blockchain?: Blockchain } {
  return chain === defaultChain ? {} : { blockchain: chain };
}

/** Returns the URL of a block page, by height or hash. */
export function blockHref(block: string, chain: Blockchain): string {
  return `/home/block-explorer/block/${block}${chain === defaultChain ? '' : `?blockchain=${chain}`}`;
}
