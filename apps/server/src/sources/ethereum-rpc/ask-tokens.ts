import {
  fromHex,
  TOKEN_NAME_LENGTH,
  TOKEN_SYMBOL_LENGTH,
  toHex,
  tokenDecimals,
  tokenText,
  tokenTransfersOf,
} from '@hopscope/chain';
import type { TokenFacts } from '../../ledger/ethereum/blocks/bundle.ts';
import type { FetchedBlock } from './fetch-blocks.ts';
import type { RpcAnswer, RpcCall, RpcClient } from '../shared/json-rpc.ts';

/** Selectors of `name()`, `symbol()` and `decimals()` (EIP-20). */
const selectors = { name: '0x06fdde03', symbol: '0x95d89b41', decimals: '0x313ce567' } as const;
const contractsPerRequest = 40;

export interface TokenContract {
  contract: Uint8Array;
  standard: TokenFacts['standard'];
}

/** Returns the contracts that moved tokens in blocks, each once, with the standard of its first movement. */
export function tokenContractsOf(blocks: readonly FetchedBlock[]): TokenContract[] {
  const found = new Map<string, TokenContract>();
  for (const { receipts } of blocks) {
    for (const { logs } of receipts) {
      for (const log of logs) {
        const [transfer] = tokenTransfersOf(log);
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

/** Returns the bytes that a call returned; undefined if it failed or the response is invalid. */
function bytesOf(answer: RpcAnswer | undefined): Uint8Array | undefined {
  if (!answer?.ok || typeof answer.result !== 'string') return undefined;
  return /^0x(?:[0-9a-f]{2})*$/i.test(answer.result) ? fromHex(answer.result.slice(2)) : undefined;
}

/**
 * Calls contracts for name, symbol, and decimals. Values that don't have the form of the standards are null; texts are
 * sanitized. Throws SourceError if the node as a whole doesn't respond.
 */
export async function askTokens(
  client: RpcClient,
  contracts: readonly TokenContract[],
): Promise<TokenFacts[]> {
  const facts: TokenFacts[] = [];
  for (let from = 0; from < contracts.length; from += contractsPerRequest) {
    const part = contracts.slice(from, from + contractsPerRequest);
    const answers = await client.batch(part.flatMap(callsFor));
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
