import { type BitcoinNetwork, ChainError, parseAddress, parseEthereumAddress } from '@hopscope/chain';
import { texts } from '@hopscope/contract';
import { judgeCapitals } from './right-capitals.ts';

/** Sub-routes of the explorer. */
export type Destination = 'block' | 'transaction' | 'address';

/**
 * What a typed text is. `go`: the page is certain. `ask`: 64 hex digits, which only the ledgers can tell apart.
 * `invalid`: nothing to search for, and why; `suggestion` is an address that may have been meant.
 */
export type SearchInput =
  | { kind: 'empty' }
  | { kind: 'go'; label: string; to: Destination; value: string }
  | { kind: 'ask'; label: string; value: string }
  | { kind: 'invalid'; label: string; reason: string; suggestion?: string };

const maxDigits = 15;

function block(text: string): SearchInput | undefined {
  if (!/^[-+]?[\d.,\s]*\d[\d.,\s]*$/.test(text)) return undefined;
  const digits = /^\d+$|^\d{1,3}(,\d{3})+$/.test(text)
    ? text.replaceAll(',', '').replace(/^0+(?=\d)/, '')
    : '';
  if (digits === '') {
    return {
      kind: 'invalid',
      label: texts.blockNumberInvalid,
      reason: 'A block number is a whole number from 0.',
    };
  }
  if (digits.length > maxDigits) {
    return { kind: 'invalid', label: texts.blockNumberInvalid, reason: 'There is no block that high.' };
  }
  return { kind: 'go', label: 'Block', to: 'block', value: digits };
}

/** A block hash starts with at least 8 zeros on mainnet; a transaction id does so once in 4 billion. */
function hash(text: string): SearchInput | undefined {
  if (/^0x[\da-f]{64}$/i.test(text)) {
    return { kind: 'ask', label: 'Ethereum transaction or block', value: text.toLowerCase() };
  }
  if (!/^[\da-f]{64}$/i.test(text)) return undefined;
  return { kind: 'ask', label: /^0{8}/.test(text) ? 'Block' : 'Transaction', value: text.toLowerCase() };
}

function address(text: string, network: BitcoinNetwork): SearchInput {
  try {
    if (/^0x/i.test(text)) {
      const { checksummed } = parseEthereumAddress(text.replace(/^0X/, '0x'));
      return { kind: 'go', label: 'Ethereum address', to: 'address', value: checksummed };
    }
    parseAddress(text, network);
    return { kind: 'go', label: 'Bitcoin address', to: 'address', value: text };
  } catch (thrown) {
    if (!(thrown instanceof ChainError)) throw thrown;
    const capitals = judgeCapitals(text);
    return {
      kind: 'invalid',
      label: texts.addressInvalid,
      reason: thrown.message,
      ...(capitals.kind === 'wrong' && { suggestion: capitals.right }),
    };
  }
}

/** What `text` is on a ledger of `network`; white space around it does not count. */
export function detectSearch(text: string, network: BitcoinNetwork): SearchInput {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'empty' };
  return block(trimmed) ?? hash(trimmed) ?? address(trimmed, network);
}
