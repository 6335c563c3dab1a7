import {
  type Blockchain,
  type CallOutput,
  type Coverage,
  isEnsName,
  type search,
  searchJoined,
  unwrapSearch,
} from '@hopscope/contract';
import { blockchains, chainOf, chains, defaultChain } from '@hopscope/domain';
import { AppError, isRefusal } from '../../../lib/app-error.ts';
import { includesHeight } from '../../../ledger/bitcoin/ranges.ts';
import type { BitcoinBlockchain } from '../bitcoin/bitcoin.service.ts';
import type { EthereumBlockchain } from '../ethereum/ethereum.service.ts';
import {
  identifiers,
  isHash,
  parseBitcoinAddress,
  parseBlockId,
  parseEthereumAccount,
} from '../../../lib/identifiers.ts';
import type { Ens } from './ens.ts';

type SearchAnswer = CallOutput<typeof search>['data'];
type FoundAddress = Pick<SearchAnswer, 'value' | 'script_type' | 'found'>;
type Located = { type: 'block' | 'transaction'; value: string; blockchain: Blockchain };

/** Returns an answer without results, with the reason. */
function nothing(message: string, coverage: Coverage, suggestion: string | null = null): SearchAnswer {
  return {
    type: 'none',
    value: null,
    blockchain: null,
    script_type: null,
    found: false,
    message,
    others: [],
    suggestion,
    coverage,
  };
}

/** Returns the address that was probably meant, if the error contains it. */
function suggestionOf(error: AppError): string | null {
  const checksummed = error.details?.['checksummed'];
  return typeof checksummed === 'string' ? checksummed : null;
}

/** An Ethereum address without 0x: nothing else has 40 hexadecimal digits. */
const bareAccount = /^[0-9a-f]{40}$/i;

/** Normalizes a pasted text: removes quotes and URI, and spaces within an address or a hash. */
function meant(text: string): string {
  const given = unwrapSearch(text);
  if (bareAccount.test(given)) return `0x${given}`;
  const joined = searchJoined(text);
  return joined !== undefined && /^(0x)?[0-9a-z]{26,90}$/i.test(joined) ? joined : given;
}

/**
 * Identifies a text as a block, a transaction, or an address of either chain, and determines whether the ledger contains
 * it.
 */
export function createSearch({
  ens,
  ...ledgers
}: {
  bitcoin: BitcoinBlockchain;
  ethereum: EthereumBlockchain;
  ens: Ens;
}) {
  const finders: Readonly<Record<Blockchain, (given: string) => Promise<FoundAddress>>> = {
    bitcoin: findBitcoinAddress,
    ethereum: findAccount,
  };

  return {
    async find(text: string): Promise<SearchAnswer> {
      const given = meant(text);
      const { coverage } = await ledgers[chainOf(given)].holdings();
      if (given === '') return nothing('Enter a block number, transaction hash, or address', coverage);
      try {
        // Checked first: a hash can consist of digits only.
        if (isHash(given)) return await findHash(given.toLowerCase());
        if (/^\d+$/.test(given)) return await findHeight(given);
        // As typed: zero-width characters distinguish names with emoji (ENSIP-15).
        if (isEnsName(text.trim())) return await findName(text.trim());
        return await findAddress(given, coverage);
      } catch (error) {
        if (isRefusal(error)) {
          return nothing(error.message, coverage, suggestionOf(error));
        }
        throw error;
      }
    },
  };

  /** Finds a height, which may exist on several chains: the first whose ledger has it wins. */
  async function findHeight(given: string): Promise<SearchAnswer> {
    const id = parseBlockId(given);
    const height = id.kind === 'height' ? id.height : -1;
    const value = String(height);
    const coverages = [];
    for (const chain of blockchains) {
      const { ranges, coverage } = await ledgers[chain].holdings();
      coverages.push({ chain, coverage, found: includesHeight(ranges, height) });
    }
    const [first, ...others] = coverages.filter(({ found }) => found);
    const blockchain = first?.chain ?? defaultChain;
    const { coverage } = first ?? (await ledgers[blockchain].holdings());
    return {
      type: 'block',
      value,
      blockchain,
      script_type: null,
      found: first !== undefined,
      message: first
        ? `Block ${value}${blockchain === defaultChain ? '' : ` of ${chains[blockchain].name}`}`
        : `Block ${value} is not in the ledger. ${coverage.text}.`,
      others: others.map(({ chain }) => ({ type: 'block', value, blockchain: chain })),
      suggestion: null,
      coverage,
    };
  }

  /** Finds a hash, with or without 0x: first on the chain whose form it has, then on the other. */
  async function findHash(given: string): Promise<SearchAnswer> {
    const digits = given.replace(/^0x/, '');
    const written = chainOf(given);
    let place: Located | undefined;
    for (const chain of new Set([written, ...blockchains])) place ??= await locate(chain, digits);
    const { coverage } = await ledgers[place?.blockchain ?? written].holdings();
    if (!place) {
      const of = written === defaultChain ? '' : ` ${chains[written].name}`;
      return nothing(
        `No${of} transaction or block with this hash in the ledger. ${coverage.text}.`,
        coverage,
      );
    }
    const { type, value, blockchain } = place;
    const what = type === 'block' ? `Block ${value}` : 'Transaction';
    const message = blockchain === written ? what : `${what} of ${chains[blockchain].name}`;
    return { ...place, script_type: null, found: true, message, others: [], suggestion: null, coverage };
  }

  async function locate(blockchain: Blockchain, digits: string): Promise<Located | undefined> {
    const value = `${chains[blockchain].prefix}${digits}`;
    const place = await ledgers[blockchain].locate(identifiers[blockchain].transaction(value));
    if (!place) return undefined;
    if (place.kind === 'block') return { type: 'block', value: String(place.height), blockchain };
    return { type: 'transaction', value, blockchain };
  }

  async function findAddress(given: string, coverage: Coverage): Promise<SearchAnswer> {
    const blockchain = chainOf(given);
    const { value, script_type, found } = await finders[blockchain](given);
    const kind = `${chains[blockchain].name} address`;
    return {
      type: 'address',
      value,
      blockchain,
      script_type,
      found,
      message: found ? kind : `${kind}, not found in the stored blocks. ${coverage.text}.`,
      others: [],
      suggestion: null,
      coverage,
    };
  }

  /** Resolves an ENS name to its account with the node. */
  async function findName(given: string): Promise<SearchAnswer> {
    const answer = await ens.resolve(given);
    if ('reason' in answer) return nothing(answer.reason, (await ledgers.ethereum.holdings()).coverage);
    const found = await findAddress(answer.address, (await ledgers.ethereum.holdings()).coverage);
    return { ...found, message: `${found.message} (${answer.name}, resolved by the node)` };
  }

  async function findAccount(given: string): Promise<FoundAddress> {
    const name = parseEthereumAccount(given);
    return { value: name.text, script_type: null, found: await ledgers.ethereum.hasAddress(name) };
  }

  async function findBitcoinAddress(given: string): Promise<FoundAddress> {
    const { network } = await ledgers.bitcoin.holdings();
    const { text, key, type } = parseBitcoinAddress(given, network);
    return { value: text, script_type: type, found: await ledgers.bitcoin.hasAddress(key) };
  }
}
