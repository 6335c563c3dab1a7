import {
  type Blockchain,
  type CallOutput,
  type Coverage,
  isEnsName,
  type search,
  searchJoined,
  unwrapSearch,
} from '@hopscope/contract';
import { AppError, isRefusal } from '../../../lib/app-error.ts';
import { includesHeight } from '../../../ledger/bitcoin/ranges.ts';
import type { BitcoinBlockchain } from '../bitcoin/bitcoin.service.ts';
import type { EthereumBlockchain } from '../ethereum/ethereum.service.ts';
import {
  chainOf,
  isHash,
  parseBitcoinAddress,
  parseBlockId,
  parseEthereumAccount,
  parseEthereumHash,
  parseTxid,
} from '../../../lib/identifiers.ts';
import type { Ens } from './ens.ts';

type Found = CallOutput<typeof search>['data'];
type Located = { type: 'block' | 'transaction'; value: string; blockchain: Blockchain };

const chainNames: Readonly<Record<Blockchain, string>> = { bitcoin: 'Bitcoin', ethereum: 'Ethereum' };

/** An answer that found nothing, and why. */
function nothing(message: string, coverage: Coverage, suggestion: string | null = null): Found {
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

/** The address that was probably meant, where a refusal knows it. */
function suggestionOf(error: AppError): string | null {
  const checksummed = error.details?.['checksummed'];
  return typeof checksummed === 'string' ? checksummed : null;
}

/** An Ethereum address without its 0x: nothing else has 40 hexadecimal digits. */
const bareAccount = /^[0-9a-f]{40}$/i;

/** What was meant by a pasted text: out of its quotes or URI, and in one piece where that is an address or a hash. */
function meant(text: string): string {
  const given = unwrapSearch(text);
  if (bareAccount.test(given)) return `0x${given}`;
  const joined = searchJoined(text);
  return joined !== undefined && /^(0x)?[0-9a-z]{26,90}$/i.test(joined) ? joined : given;
}

/** Tells what a text is: a block, a transaction or an address of either chain, and whether the ledger holds it. */
export function createSearch({
  ens,
  ...chains
}: {
  bitcoin: BitcoinBlockchain;
  ethereum: EthereumBlockchain;
  ens: Ens;
}) {
  return {
    async find(text: string): Promise<Found> {
      const given = meant(text);
      const { coverage } = await chains[chainOf(given)].holdings();
      if (given === '') return nothing('Type a block number, a transaction hash or an address', coverage);
      try {
        // First: a hash may happen to have digits only.
        if (isHash(given)) return await findHash(given.toLowerCase());
        if (/^\d+$/.test(given)) return await findHeight(given);
        // As it was typed: characters without a width tell names with emoji apart (ENSIP-15).
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

  /** A height may be one of both chains: Bitcoin's is the answer, unless only Ethereum's ledger has it. */
  async function findHeight(given: string): Promise<Found> {
    const id = parseBlockId(given);
    const height = id.kind === 'height' ? id.height : -1;
    const value = String(height);
    const bitcoin = await chains.bitcoin.holdings();
    const ethereum = await chains.ethereum.holdings();
    const [onBitcoin, onEthereum] = [
      includesHeight(bitcoin.ranges, height),
      includesHeight(ethereum.ranges, height),
    ];
    const only = onEthereum && !onBitcoin;
    const { coverage } = only ? ethereum : bitcoin;
    const found = onBitcoin || onEthereum;
    const other = { type: 'block', value, blockchain: 'ethereum' } as const;
    return {
      type: 'block',
      value,
      blockchain: only ? 'ethereum' : 'bitcoin',
      script_type: null,
      found,
      message: found
        ? `Block ${value}${only ? ' of Ethereum' : ''}`
        : `The ledger does not hold block ${value}. ${coverage.text}.`,
      others: onBitcoin && onEthereum ? [other] : [],
      suggestion: null,
      coverage,
    };
  }

  /** A hash, with or without 0x: of the chain that it is written for, else of the other one. */
  async function findHash(given: string): Promise<Found> {
    const digits = given.replace(/^0x/, '');
    const written = chainOf(given);
    const place =
      (await locate(written, digits)) ??
      (await locate(written === 'ethereum' ? 'bitcoin' : 'ethereum', digits));
    const { coverage } = await chains[place?.blockchain ?? written].holdings();
    if (!place) {
      const name = written === 'ethereum' ? 'An Ethereum hash, but neither' : 'Neither';
      return nothing(`${name} a transaction nor a block among the blocks held. ${coverage.text}.`, coverage);
    }
    const { type, value, blockchain } = place;
    const what = type === 'block' ? `Block ${value}` : 'Transaction';
    const message = blockchain === written ? what : `${what} of ${chainNames[blockchain]}`;
    return { ...place, script_type: null, found: true, message, others: [], suggestion: null, coverage };
  }

  async function locate(blockchain: Blockchain, digits: string): Promise<Located | undefined> {
    const place = await (blockchain === 'ethereum'
      ? chains.ethereum.locate(parseEthereumHash(`0x${digits}`))
      : chains.bitcoin.locate(parseTxid(digits)));
    if (!place) return undefined;
    if (place.kind === 'block') return { type: 'block', value: String(place.height), blockchain };
    return { type: 'transaction', value: blockchain === 'ethereum' ? `0x${digits}` : digits, blockchain };
  }

  async function findAddress(given: string, coverage: Coverage): Promise<Found> {
    const blockchain = chainOf(given);
    const { value, script_type, found } = await (blockchain === 'ethereum'
      ? findAccount(given)
      : findBitcoinAddress(given));
    const kind = blockchain === 'ethereum' ? 'Ethereum address' : 'Bitcoin address';
    return {
      type: 'address',
      value,
      blockchain,
      script_type,
      found,
      message: found ? kind : `${kind}, not seen in the blocks held. ${coverage.text}.`,
      others: [],
      suggestion: null,
      coverage,
    };
  }

  /** A name of ENS: the account behind it, as the node says. */
  async function findName(given: string): Promise<Found> {
    const answer = await ens.resolve(given);
    if ('reason' in answer) return nothing(answer.reason, (await chains.ethereum.holdings()).coverage);
    const found = await findAddress(answer.address, (await chains.ethereum.holdings()).coverage);
    return { ...found, message: `${found.message} (${answer.name}, as the node says)` };
  }

  async function findAccount(given: string) {
    const name = parseEthereumAccount(given);
    return { value: name.text, script_type: null, found: await chains.ethereum.hasAddress(name) };
  }

  async function findBitcoinAddress(given: string) {
    const { network } = await chains.bitcoin.holdings();
    const { text, key, type } = parseBitcoinAddress(given, network);
    return { value: text, script_type: type, found: await chains.bitcoin.hasAddress(key) };
  }
}
