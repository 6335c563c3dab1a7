import { toHex } from '../../bytes.ts';
import { keccak256 } from '../hash/keccak.ts';
import type { EthereumLog } from '../model.ts';

/** A pool of a mixer that takes deposits of one amount, and pays the same amount out: on mainnet, lower-case hex without 0x. */
export interface MixerPool {
  readonly address: string;
  readonly mixer: string;
  /** The amount of each deposit, with its asset. */
  readonly amount: string;
}

/*
 * Where the pools and their events were read: github.com/tornadocash/tornado-classic-ui, networkConfig.js (commit 20bee47c), and
 * github.com/tornadocash/tornado-core, contracts/Tornado.sol.
 */
const tornadoPools: readonly (readonly [address: string, amount: string])[] = [
  ['12d66f87a04a9e220743712ce6d9bb1b5616b8fc', '0.1 ETH'],
  ['47ce0c6ed5b0ce3d3a51fdb1c52dc66a7c3c2936', '1 ETH'],
  ['910cbd523d972eb0a6f4cae4618ad62622b39dbf', '10 ETH'],
  ['a160cdab225685da1d56aa342ad8841c3b53f291', '100 ETH'],
  ['d4b88df4d29f5cedd6857912842cff3b20c8cfa3', '100 DAI'],
  ['fd8610d20aa15b7b2e3be39b396a1bc3516c7144', '1,000 DAI'],
  ['07687e702b410fa43f4cb4af7fa097918ffd2730', '10,000 DAI'],
  ['23773e65ed146a459791799d01336db287f25334', '100,000 DAI'],
  ['22aaa7720ddd5388a3c0a3333430953c68f1849b', '5,000 cDAI'],
  ['03893a7c7463ae47d46bc7f091665f1893656003', '50,000 cDAI'],
  ['2717c5e28cf931547b621a5dddb772ab6a35b701', '500,000 cDAI'],
  ['d21be7248e0197ee08e0c20d4a96debdac3d20af', '5,000,000 cDAI'],
  ['d96f2b1c14db8458374d9aca76e26c3d18364307', '100 USDC'],
  ['4736dcf1b7a3d580672cce6e7c65cd5cc9cfba9d', '1,000 USDC'],
  ['169ad27a470d064dede56a2d3ff727986b15d52b', '100 USDT'],
  ['0836222f2b2b24a3f36f98668ed8f0b38d1a872f', '1,000 USDT'],
  ['178169b423a011fff22b9e3f3abea13414ddd0f1', '0.1 WBTC'],
  ['610b717796ad172b316836ac95a2ffad065ceab4', '1 WBTC'],
  ['bb93e510bbcd0b7beb5a853875f9ec60275cf498', '10 WBTC'],
];
const pools = new Map(
  tornadoPools.map(([address, amount]): [string, MixerPool] => [
    address,
    { address, mixer: 'Tornado Cash', amount },
  ]),
);

/** A deposit into a pool of a mixer, or a withdrawal from it. */
export interface MixerNote {
  readonly leg: 'deposit' | 'withdrawal';
  readonly pool: Uint8Array;
  /** Recipient of a withdrawal; of a deposit, null: who sent the transaction made it. */
  readonly recipient: Uint8Array | null;
  /** Who sent the withdrawal for the recipient and was paid for it; null: nobody, or a deposit. */
  readonly relayer: Uint8Array | null;
  readonly logIndex: number;
}

const topicOf = (signature: string): string => toHex(keccak256(new TextEncoder().encode(signature)));
const depositTopic = topicOf('Deposit(bytes32,uint32,uint256)');
const withdrawalTopic = topicOf('Withdrawal(address,bytes32,address,uint256)');
const headOf = (topic: Uint8Array): number => new DataView(topic.buffer, topic.byteOffset, 4).getUint32(0);
const heads = new Set([depositTopic, withdrawalTopic].map((topic) => Number.parseInt(topic.slice(0, 8), 16)));
const mainnet = 1n;

/** Returns the pool at an address; undefined for other contracts, and on other chains than mainnet, where none is known. */
export function mixerPoolAt(contract: Uint8Array, chainId: bigint): MixerPool | undefined {
  return chainId === mainnet ? pools.get(toHex(contract)) : undefined;
}

/** The account in a word; null for the zero address, undefined if the word is no address. */
function accountIn(word: Uint8Array): Uint8Array | null | undefined {
  if (word.subarray(0, 12).some((byte) => byte !== 0)) return undefined;
  const account = word.subarray(12);
  return account.some((byte) => byte !== 0) ? account : null;
}

/**
 * Returns the deposit or withdrawal that a log states; undefined for all others. On mainnet, only the listed pools count: any
 * contract can emit the same events. On other chains, where no pool is known, all count. Never throws.
 */
export function mixerNoteOf(
  { address, topics, data, index }: EthereumLog,
  chainId: bigint,
): MixerNote | undefined {
  const [event, first] = topics;
  if (!event || !first || topics.length !== 2 || !heads.has(headOf(event))) return undefined;
  if (chainId === mainnet && !pools.has(toHex(address))) return undefined;
  const topic = toHex(event);
  if (topic === depositTopic && data.length === 64)
    return { leg: 'deposit', pool: address, recipient: null, relayer: null, logIndex: index };
  if (topic !== withdrawalTopic || data.length !== 96) return undefined;
  const [recipient, relayer] = [accountIn(data.subarray(0, 32)), accountIn(first)];
  if (!recipient || relayer === undefined) return undefined;
  return { leg: 'withdrawal', pool: address, recipient, relayer, logIndex: index };
}
