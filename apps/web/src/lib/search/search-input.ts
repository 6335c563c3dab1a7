import { plural } from '@hopscope/domain';
import {
  type BitcoinNetwork,
  ChainError,
  encodeAddress,
  parseAddress,
  parseEthereumAddress,
} from '@hopscope/chain';
import {
  isEnsName,
  maxSearchAddresses,
  searchJoined,
  searchWords,
  texts,
  unwrapSearch,
} from '@hopscope/contract';
import { checkCapitals } from './right-capitals.ts';

/** Subroutes of the explorer. */
export type Destination = 'block' | 'transaction' | 'address';

/**
 * Type of a typed or pasted text. `go`: the page is certain. `ask`: 64 hex digits, which only the ledgers can distinguish, or an
 * ENS name, which only a node can resolve. `list`: several addresses, of which `invalid` aren't valid. `invalid`: nothing to
 * search for, with the reason; `suggestion` is an address that may have been meant, and `named` means that it may be a name
 * instead of a mistyped address.
 */
export type SearchInput =
  | { kind: 'empty' }
  | { kind: 'go'; label: string; to: Destination; value: string }
  | { kind: 'ask'; label: string; value: string }
  | { kind: 'list'; label: string; words: string[]; invalid: number }
  | { kind: 'invalid'; label: string; reason: string; named: boolean; suggestion?: string };

const maxDigits = 15;
/** Maximum length of a name; longer words are mistyped addresses. */
const longestName = 24;

function invalid(label: string, reason: string, named = false): SearchInput {
  return { kind: 'invalid', label, reason, named };
}

function block(text: string): SearchInput | undefined {
  if (!/^[-+]?[\d.,\s]*\d[\d.,\s]*$/.test(text)) return undefined;
  const digits = /^\d+$|^\d{1,3}(,\d{3})+$/.test(text)
    ? text.replaceAll(',', '').replace(/^0+(?=\d)/, '')
    : '';
  if (digits === '') return invalid(texts.blockNumberInvalid, 'Enter a block number: 0 or a whole number.');
  if (digits.length > maxDigits) return invalid(texts.blockNumberInvalid, 'The block number is too high.');
  return { kind: 'go', label: 'Block', to: 'block', value: digits };
}

/** Classifies a hash: a block hash starts with at least 8 zeros on mainnet, a transaction ID only once in 4 billion. */
function hash(text: string): SearchInput | undefined {
  if (/^0x[\da-f]{64}$/i.test(text)) {
    return { kind: 'ask', label: 'Ethereum transaction or block', value: text.toLowerCase() };
  }
  if (!/^[\da-f]{64}$/i.test(text)) return undefined;
  return { kind: 'ask', label: /^0{8}/.test(text) ? 'Block' : 'Transaction', value: text.toLowerCase() };
}

function namedLike(text: string): boolean {
  return /\p{L}{2}/u.test(text) && text.split(/\s+/).every((word) => word.length <= longestName);
}

/** Returns the address in lowercase if that makes it valid: bech32 must not have mixed case (BIP 173). */
function inSmallLetters(text: string, network: BitcoinNetwork): string | undefined {
  try {
    return text === text.toLowerCase() ? undefined : canonical(text.toLowerCase(), network);
  } catch {
    return undefined;
  }
}

function canonical(text: string, network: BitcoinNetwork): string {
  return encodeAddress(parseAddress(text, network).key, network);
}

function address(text: string, network: BitcoinNetwork): SearchInput {
  try {
    const account = /^(?:0x)?([\da-f]{40})$/i.exec(text)?.[1];
    if (account !== undefined || /^0x/i.test(text)) {
      const { checksummed } = parseEthereumAddress(`0x${account ?? text.slice(2)}`);
      return { kind: 'go', label: 'Ethereum address', to: 'address', value: checksummed };
    }
    return { kind: 'go', label: 'Bitcoin address', to: 'address', value: canonical(text, network) };
  } catch (thrown) {
    if (!(thrown instanceof ChainError)) throw thrown;
    const capitals = checkCapitals(text);
    const suggestion = capitals.kind === 'wrong' ? capitals.right : inSmallLetters(text, network);
    return {
      kind: 'invalid',
      label: texts.addressInvalid,
      reason: thrown.message,
      named: suggestion === undefined && namedLike(text),
      ...(suggestion !== undefined && { suggestion }),
    };
  }
}

const isAddress = (input: SearchInput): boolean => input.kind === 'go' && input.to === 'address';

/** Returns whether a word of a list is an address, or why it isn't. */
export function detectAddress(word: string, network: BitcoinNetwork): SearchInput {
  return address(word, network);
}

function several(words: string[], network: BitcoinNetwork): SearchInput | undefined {
  const wrong = words.filter((word) => !isAddress(address(word, network))).length;
  if (wrong === words.length) return undefined;
  if (words.length > maxSearchAddresses) {
    return invalid(`${words.length} addresses`, `At most ${maxSearchAddresses} can be searched at once.`);
  }
  const right = words.length - wrong;
  const label = `${right} ${plural(right, 'address', 'addresses')}`;
  return { kind: 'list', label, words, invalid: wrong };
}

/**
 * Detects the type of `text` on a ledger of `network`; ignores quotes, URIs (BIP 21, EIP-681), invisible characters, and line
 * breaks.
 */
export function detectSearch(text: string, network: BitcoinNetwork): SearchInput {
  const input = unwrapSearch(text);
  const words = searchWords(text);
  if (words.length === 0) return { kind: 'empty' };
  if (isEnsName(text.trim())) return { kind: 'ask', label: 'ENS name', value: text.trim() };
  const one = (word: string) => hash(word) ?? address(word, network);
  const number = block(input);
  if (number) return number;
  if (words.length === 1) return block(words[0] ?? '') ?? one(words[0] ?? '');
  const joined = searchJoined(text);
  const together = joined === undefined ? undefined : one(joined);
  if (together && together.kind !== 'invalid') return together;
  return several(words, network) ?? one(input);
}
