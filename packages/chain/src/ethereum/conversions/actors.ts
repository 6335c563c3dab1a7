import { toHex } from '../../bytes.ts';
import { keccak256 } from '../hash/keccak.ts';
import type { EthereumLog } from '../model.ts';
import type { Movement } from '../tokens/movements.ts';

const topicOf = (signature: string): string => toHex(keccak256(new TextEncoder().encode(signature)));

/** Entry points of ERC-4337 in versions 0.6 to 0.8. */
const entryPoints = new Set([
  '5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0000000071727de22e5e9d8baf0edac6f37da032',
  '4337084d9e255ff0702461cf8895ce9e3b5ff108',
]);

/** Tests whether an account (hex) is an entry point: it only collects its fee. */
export const isEntryPoint = (account: string): boolean => entryPoints.has(account);

/**
 * Events by which a known contract names an account that it acts for, as a topic or a word of its data: entry points of ERC-4337, the
 * settlement contract of CoW Protocol, and the exchange of 0x (version 4), which runs what others signed and somebody relays. The
 * addresses and events are those in public software that uses them, and in recorded transactions of mainnet.
 */
const naming: readonly {
  readonly contracts: ReadonlySet<string>;
  readonly event: string;
  readonly topic?: number;
  readonly word?: number;
}[] = [
  {
    contracts: entryPoints,
    event: topicOf('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)'),
    topic: 2,
  },
  {
    contracts: new Set(['9008d19f58aabd9ed0d60971565aa8510560ab41']),
    event: topicOf('Trade(address,address,address,uint256,uint256,uint256,bytes)'),
    topic: 1,
  },
  {
    contracts: new Set(['def1c0ded9bec7f1a1670819833240f027b25eff']),
    event: topicOf('MetaTransactionExecuted(bytes32,bytes4,address,address)'),
    word: 1,
  },
];

/** Event of a Safe that executed what its owners signed. Any contract can emit it, but only about itself. */
const safeExecuted = topicOf('ExecutionSuccess(bytes32,uint256)');

/**
 * Returns the accounts (hex) that a transaction acts for: its signer, senders of user operations (ERC-4337), Safes that
 * executed, owners of orders that the settlement contract of CoW Protocol filled, and signers of relayed trades of 0x.
 */
export function ownersOf(signer: Uint8Array, logs: readonly EthereumLog[]): Set<string> {
  const owners = new Set([toHex(signer)]);
  for (const { address, topics, data } of logs) {
    const [first] = topics;
    if (!first) continue;
    const event = toHex(first);
    const contract = toHex(address);
    if (event === safeExecuted) owners.add(contract);
    for (const known of naming) {
      if (event !== known.event || !known.contracts.has(contract)) continue;
      const { topic, word = 0 } = known;
      const named = topic === undefined ? data.subarray(32 * word, 32 * (word + 1)) : topics[topic];
      if (named?.length === 32) owners.add(toHex(named.subarray(12)));
    }
  }
  return owners;
}

/** Returns the accounts (hex) that were seen to run code: they emitted an event, or moved ether in a call. */
export function contractsIn(logs: readonly EthereumLog[], movements: readonly Movement[]): Set<string> {
  const contracts = new Set(logs.map(({ address }) => toHex(address)));
  for (const { kind, from } of movements) if (kind === 'internal' && from) contracts.add(toHex(from));
  return contracts;
}
