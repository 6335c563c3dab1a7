import type { Blockchain } from '@hopscope/contract';

/** Chain of a hash or address: Ethereum's begin with 0x, Bitcoin's never do. */
export function chainOf(text: string): Blockchain {
  return /^0x/i.test(text) ? 'ethereum' : 'bitcoin';
}

/** Chain of a block in the URL: derived from a hash; `asked` for a height, Bitcoin by default. */
export function chainOfBlock(text: string, asked: Blockchain | undefined): Blockchain {
  // A hash of Bitcoin may happen to have digits only.
  return /^\d+$/.test(text) && text.length !== 64 ? (asked ?? 'bitcoin') : chainOf(text);
}

/** Display names of chains. */
export const chainNames: Readonly<Record<Blockchain, string>> = {
  bitcoin: 'Bitcoin',
  ethereum: 'Ethereum',
};

/** `?blockchain=` of a block page: omitted for Bitcoin. */
export function blockSearch(chain: Blockchain): { blockchain?: 'ethereum' } {
  return chain === 'ethereum' ? { blockchain: 'ethereum' } : {};
}
