import {
  createdAddress,
  equalBytes,
  fromHex,
  toHex,
  tokenChangesOf,
  TOKEN_NAME_LENGTH,
  TOKEN_SYMBOL_LENGTH,
  tokenDecimals,
  tokenText,
} from '@hopscope/chain';
import type { EthereumBundle, Openings, TokenFacts } from '../../ledger/ethereum/blocks/bundle.ts';
import type { EthereumLedger } from '../../ledger/ethereum/ledger.ts';
import type { SyncTarget } from '../shared/chain-sync.ts';
import { SourceError } from '../shared/source-error.ts';
import { isTemporary, readHeadRef } from './capabilities.ts';
import type { FetchedBlock } from './fetch-blocks.ts';
import { type RpcClient, resultOf, type RpcAnswer, type RpcCall } from '../shared/json-rpc.ts';

/** Selectors of `name()`, `symbol()` and `decimals()` (EIP-20). */
const selectors = { name: '0x06fdde03', symbol: '0x95d89b41', decimals: '0x313ce567' } as const;
const contractsPerRequest = 40;

interface TokenContract {
  contract: Uint8Array;
  standard: TokenFacts['standard'];
}

/** Returns the contracts that moved tokens in blocks, each once, with the standard of its first movement. */
function tokenContractsOf(blocks: readonly FetchedBlock[]): TokenContract[] {
  const found = new Map<string, TokenContract>();
  for (const { receipts } of blocks) {
    for (const { logs } of receipts) {
      for (const log of logs) {
        const [transfer] = tokenChangesOf(log);
        const name = toHex(log.address);
        if (transfer && !found.has(name)) {
          found.set(name, { contract: transfer.token, standard: transfer.standard });
        }
      }
    }
  }
  return [...found.values()];
}

function callsFor({ contract }: TokenContract): RpcCall[] {
  const to = `0x${toHex(contract)}`;
  return Object.values(selectors).map((data) => ({ method: 'eth_call', params: [{ to, data }, 'latest'] }));
}

/**
 * Returns the bytes that a call returned; undefined if it failed or the response is invalid. Throws SourceError if it failed
 * for a reason that passes: what a contract says is stored once.
 */
function bytesOf(answer: RpcAnswer | undefined): Uint8Array | undefined {
  if (answer && !answer.ok && isTemporary(answer)) {
    throw new SourceError('refused', `The node refused a call of a token contract: ${answer.message}`);
  }
  if (!answer?.ok || typeof answer.result !== 'string') return undefined;
  return /^0x(?:[0-9a-f]{2})*$/i.test(answer.result) ? fromHex(answer.result.slice(2)) : undefined;
}

const newest: RpcCall = { method: 'eth_getBlockByNumber', params: ['latest', false] };

/**
 * Calls contracts for name, symbol, and decimals. Values that don't have the form of the standards are null; texts are
 * sanitized. Throws SourceError if the node as a whole doesn't respond, or if its newest block changed meanwhile: a
 * contract may be absent during a reorganization.
 */
async function askTokens(client: RpcClient, contracts: readonly TokenContract[]): Promise<TokenFacts[]> {
  const facts: TokenFacts[] = [];
  for (let from = 0; from < contracts.length; from += contractsPerRequest) {
    const part = contracts.slice(from, from + contractsPerRequest);
    const [before, ...answers] = await client.batch([newest, ...part.flatMap(callsFor), newest]);
    const heads = [before, answers.pop()].map((answer) => readHeadRef(resultOf(answer, newest.method)));
    if (!heads[0] || !heads[1] || !equalBytes(heads[0].hash, heads[1].hash)) {
      throw new SourceError('contradictory', "The node's chain changed during the read");
    }
    part.forEach(({ contract, standard }, i) => {
      const [name, symbol, decimals] = answers.slice(3 * i, 3 * i + 3).map(bytesOf);
      facts.push({
        contract,
        standard,
        name: (name && tokenText(name, TOKEN_NAME_LENGTH)) ?? null,
        symbol: (symbol && tokenText(symbol, TOKEN_SYMBOL_LENGTH)) ?? null,
        decimals: (decimals && standard === 'erc20' ? tokenDecimals(decimals) : null) ?? null,
      });
    });
  }
  return facts;
}

const balancesPerRequest = 500;
const mostAsked = 100_000;

/**
 * Adapts the Ethereum ledger for chain synchronization: requests data from the node that blocks don't contain, which are
 * facts of new tokens and, if the ledger starts at block 0, the balances there.
 */
export function followedEthereum(options: {
  client: RpcClient;
  ledger: EthereumLedger;
  chain: { chainId: bigint; network: string };
  /** Whether the node has balances of past blocks. */
  archive: boolean;
}): SyncTarget<FetchedBlock> {
  const { client, ledger, chain } = options;
  /** Contracts that have returned their facts: one without a name isn't called with every block. */
  const asked = new Set<string>();

  async function bundlesOf(blocks: readonly FetchedBlock[]): Promise<EthereumBundle[]> {
    const contracts = tokenContractsOf(blocks).filter(({ contract }) => !asked.has(toHex(contract)));
    const unknown = new Set(
      (await ledger.unknownTokens(contracts.map(({ contract }) => contract))).map(toHex),
    );
    const open = contracts.filter(({ contract }) => unknown.has(toHex(contract)));
    const tokens = await askTokens(client, open);
    if (asked.size > mostAsked) asked.clear();
    for (const { contract } of contracts) asked.add(toHex(contract));
    const facts = new Map(tokens.map((token) => [toHex(token.contract), token]));
    return blocks.map((block) => {
      const own = tokenContractsOf([block]).flatMap(({ contract }) => {
        const name = toHex(contract);
        const known = facts.get(name);
        facts.delete(name);
        return known ? [known] : [];
      });
      return { ...block, tokens: own };
    });
  }

  /** Returns balances of accounts at block 0, if the ledger starts there. */
  async function openingsOf(fresh: readonly Uint8Array[]): Promise<Openings> {
    const balances = new Map<string, bigint>();
    for (let from = 0; from < fresh.length; from += balancesPerRequest) {
      const part = fresh.slice(from, from + balancesPerRequest).map(toHex);
      const answers = await client.batch(
        part.map((address) => ({ method: 'eth_getBalance', params: [`0x${address}`, '0x0'] })),
      );
      part.forEach((address, i) => balances.set(address, readWei(resultOf(answers[i], 'eth_getBalance'))));
    }
    return { balances, complete: false };
  }

  const knowsOpenings = (lowest: number): boolean => lowest === 0 && options.archive;

  return {
    describe: ({ block }) => ({
      height: block.header.number,
      hash: block.hash,
      parent: block.header.parentHash,
      // Responses are limited by number of blocks and length; their memory size isn't known here.
      bytes: 1,
    }),
    ranges: () => ledger.ranges(),
    async hashes(heights) {
      const refs = await ledger.blockRefs(heights);
      return new Map([...refs].map(([height, { hash }]) => [height, hash]));
    },
    async append(blocks, lowest) {
      const openings = knowsOpenings(lowest)
        ? await openingsOf(await ledger.unknownAccounts(addressesOf(blocks)))
        : undefined;
      await ledger.append(chain, await bundlesOf(blocks), openings);
    },
    async reorganize(depth, blocks, lowest) {
      // An account may be removed with the disconnected blocks and return with those that replace them.
      const openings = knowsOpenings(lowest) ? await openingsOf(addressesOf(blocks)) : undefined;
      // So may a token, and its contract may have been absent when it was called.
      asked.clear();
      await ledger.reorganize(chain, depth, await bundlesOf(blocks), openings);
    },
  };
}

function readWei(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) return BigInt(value);
  throw new SourceError('contradictory', 'The node returned a balance in an unknown format');
}

/** Returns every address that the blocks may add to the ledger. */
function addressesOf(blocks: readonly FetchedBlock[]): Uint8Array[] {
  const found = new Map<string, Uint8Array>();
  const note = (address: Uint8Array | null): void => {
    if (address) found.set(toHex(address), address);
  };
  for (const { block, receipts, uncles, traces } of blocks) {
    note(block.header.miner);
    for (const uncle of uncles) note(uncle.miner);
    for (const { address } of block.withdrawals ?? []) note(address);
    for (const tx of block.transactions) {
      note(tx.from);
      note(tx.to ?? createdAddress(tx.from, tx.nonce));
    }
    for (const log of receipts.flatMap(({ logs }) => logs)) {
      for (const { token, from, to } of tokenChangesOf(log)) {
        note(token);
        note(from);
        note(to);
      }
    }
    for (const frame of traces?.transactions.flatMap(({ frames }) => frames) ?? []) {
      note(frame.from);
      note(frame.to);
    }
  }
  return [...found.keys()].map((text) => fromHex(text));
}
