import { toHex } from '../../bytes.ts';
import { keccak256 } from '../hash/keccak.ts';
import type { EthereumLog } from '../model.ts';

/**
 * What contracts state about accounts. `frozen`: the issuer of a token blocks the account; `unfrozen`: no longer; `seized`: the
 * issuer destroyed the tokens of a frozen account; `pool`: a factory created the contract as a pool of two tokens.
 */
export const accountFactKinds = ['frozen', 'unfrozen', 'seized', 'pool'] as const;
export type AccountFactKind = (typeof accountFactKinds)[number];

/** One event about one account. */
export interface AccountFact {
  readonly kind: AccountFactKind;
  readonly account: Uint8Array;
  /** Whose event it is: the token, or the factory. */
  readonly contract: Uint8Array;
  readonly logIndex: number;
}

/** A contract of Ethereum mainnet: lower-case hex without 0x. */
interface FactContract {
  readonly address: string;
  /** Issuer of the token, or name of the pools. */
  readonly name: string;
}

/*
 * Where the contracts and their events were read:
 * - Tether: etherscan.io/address/0xdac17f958d2ee523a2206206994597c13d831ec7#code
 * - Circle: developers.circle.com/stablecoins/usdc-contract-addresses and eurc-contract-addresses; events in
 *   github.com/circlefin/stablecoin-evm, contracts/v1/Blacklistable.sol
 * - Paxos: github.com/paxosglobal/usdp-contracts (commit 00d03350) and pyusd-contract (3f3c1ed9); events of both versions in
 *   github.com/paxosglobal/paxos-token-contracts, contracts/PaxosTokenV2.sol
 * - Uniswap: docs.uniswap.org, deployments of v2 and v3 on mainnet; SushiSwap and PancakeSwap: their documentation
 */
const tether: readonly FactContract[] = [
  { address: 'dac17f958d2ee523a2206206994597c13d831ec7', name: 'Tether' },
];
const circle: readonly FactContract[] = [
  { address: 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', name: 'Circle' },
  { address: '1abaea1f7c830bd89acc67ec4af516284b1bc33c', name: 'Circle' },
];
const paxos: readonly FactContract[] = [
  { address: '8e870d67f660d95d5be530380d0ec0bd388289e1', name: 'Paxos' },
  { address: '6c3ea9036406852006290770bedfcaba0e23a0e8', name: 'Paxos' },
];
const pairFactories: readonly FactContract[] = [
  { address: '5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f', name: 'Uniswap V2' },
  { address: 'c0aee478e3658e2610c5f7a4a2e1777ce9e4f2ac', name: 'SushiSwap' },
];
const poolFactories: readonly FactContract[] = [
  { address: '1f98431c8ad98523631ae4a59f267346ea31f984', name: 'Uniswap V3' },
  { address: '0bfbcf9fa4f9c56b0f40a671ad40e0805a091865', name: 'PancakeSwap V3' },
];

/** An event, with the place of the account in it: `topic` is the first indexed argument, numbers are words of the data. */
interface Rule {
  readonly kind: AccountFactKind;
  readonly topic: string;
  readonly topics: number;
  readonly words: number;
  readonly account: 'topic' | number;
  readonly contracts: readonly FactContract[];
}

function rule(
  kind: AccountFactKind,
  signature: string,
  [topics, words, account]: readonly [number, number, 'topic' | number],
  contracts: readonly FactContract[],
): Rule {
  const topic = toHex(keccak256(new TextEncoder().encode(signature)));
  return { kind, topic, topics, words, account, contracts };
}

const indexed = [2, 0, 'topic'] as const;
const rules: readonly Rule[] = [
  rule('frozen', 'AddedBlackList(address)', [1, 1, 0], tether),
  rule('unfrozen', 'RemovedBlackList(address)', [1, 1, 0], tether),
  rule('seized', 'DestroyedBlackFunds(address,uint256)', [1, 2, 0], tether),
  rule('frozen', 'Blacklisted(address)', indexed, circle),
  rule('unfrozen', 'UnBlacklisted(address)', indexed, circle),
  rule('frozen', 'FreezeAddress(address)', indexed, paxos),
  rule('unfrozen', 'UnfreezeAddress(address)', indexed, paxos),
  rule('frozen', 'AddressFrozen(address)', indexed, paxos),
  rule('unfrozen', 'AddressUnfrozen(address)', indexed, paxos),
  rule('seized', 'FrozenAddressWiped(address)', indexed, paxos),
  rule('pool', 'PairCreated(address,address,address,uint256)', [3, 2, 0], pairFactories),
  rule('pool', 'PoolCreated(address,address,uint24,int24,address)', [4, 2, 1], poolFactories),
];

const mainnet = 1n;
const headOf = (topic: Uint8Array): number => new DataView(topic.buffer, topic.byteOffset, 4).getUint32(0);
/** By the first four bytes of the topic, because every log is looked at. */
const byHead = new Map(rules.map((each) => [Number.parseInt(each.topic.slice(0, 8), 16), each]));
const names = new Map(
  rules.flatMap(({ contracts }) => contracts.map(({ address, name }) => [address, name])),
);

/**
 * Returns what a log states about an account; undefined for all others. On mainnet, only the contracts of known issuers and
 * factories count: any contract can emit the same events. On other chains, where no contract is known, all count. Never
 * throws.
 */
export function accountFactOf(
  { address, topics, data, index }: EthereumLog,
  chainId: bigint,
): AccountFact | undefined {
  const [event, first] = topics;
  const found = event && byHead.get(headOf(event));
  if (!found || topics.length !== found.topics || data.length !== 32 * found.words) return undefined;
  if (toHex(event) !== found.topic) return undefined;
  if (chainId === mainnet) {
    const contract = toHex(address);
    if (!found.contracts.some((known) => known.address === contract)) return undefined;
  }
  const word =
    found.account === 'topic' ? first : data.subarray(32 * found.account, 32 * (found.account + 1));
  if (!word || word.subarray(0, 12).some((byte) => byte !== 0)) return undefined;
  return { kind: found.kind, account: word.subarray(12), contract: address, logIndex: index };
}

/** Returns the issuer of a token, or the name of a factory's pools, on mainnet; undefined for other contracts. */
export function factContractName(contract: Uint8Array, chainId: bigint): string | undefined {
  return chainId === mainnet ? names.get(toHex(contract)) : undefined;
}
