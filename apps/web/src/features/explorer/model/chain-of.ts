import type { Blockchain } from '@hopscope/contract';

/** The chain of a hash or address: those of Ethereum begin with 0x, those of Bitcoin never do. */
export function chainOf(text: string): Blockchain {
  return /^0x/i.test(text) ? 'ethereum' : 'bitcoin';
}

/** The chain of a block in the address bar: a hash says it itself, a height is one of `asked` (Bitcoin's if nothing is said). */
export function chainOfBlock(text: string, asked: Blockchain | undefined): Blockchain {
  // A hash of Bitcoin may happen to have digits only.
  return /^\d+$/.test(text) && text.length !== 64 ? (asked ?? 'bitcoin') : chainOf(text);
}

/** As chains are written for people. */
export const chainNames: Readonly<Record<Blockchain, string>> = {
  bitcoin: 'Bitcoin',
  ethereum: 'Ethereum',
};

/** `?blockchain=` of a block's page: left out for Bitcoin. */
export function blockSearch(chain: Blockchain): { blockchain?: 'ethereum' } {
  return chain === 'ethereum' ? { blockchain: 'ethereum' } : {};
}
