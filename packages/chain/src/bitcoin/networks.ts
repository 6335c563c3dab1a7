import { fromHex } from '../bytes.ts';

/** Names of the Bitcoin networks that this package knows. */
export type BitcoinNetworkName = 'mainnet' | 'testnet' | 'signet' | 'regtest' | 'demo';

/** Constants of one network: wire, addresses and consensus. */
export interface BitcoinNetwork {
  readonly name: BitcoinNetworkName;
  /** Four bytes in front of each message and of each record of a `blk*.dat` file. */
  readonly magic: Uint8Array;
  /** Base58check version byte of P2PKH addresses. */
  readonly pubKeyHash: number;
  /** Base58check version byte of P2SH addresses. */
  readonly scriptHash: number;
  /** Human-readable part of bech32 addresses (BIP173). */
  readonly hrp: string;
  /** Highest target that a block may claim. */
  readonly powLimit: bigint;
  /** Display hash of block 0; empty when any block 0 will do. */
  readonly genesisHash: string;
  /** Blocks between halvings of the subsidy. */
  readonly subsidyHalvingInterval: number;
  /** First height whose coinbase must begin with its height (BIP34). */
  readonly bip34Height: number;
  /** First height with segregated witness (BIP141). */
  readonly segwitHeight: number;
  /** False where the difficulty never changes. */
  readonly retarget: boolean;
  /** True where a block 20 minutes after its parent may have the lowest difficulty. */
  readonly minDifficultyBlocks: boolean;
}

const EASY_LIMIT = (1n << 255n) - 1n;

/** The networks by name. Testnet is testnet3. Values: chain parameters of Bitcoin Core. */
export const networks: Readonly<Record<BitcoinNetworkName, BitcoinNetwork>> = {
  mainnet: {
    name: 'mainnet',
    magic: fromHex('f9beb4d9'),
    pubKeyHash: 0x00,
    scriptHash: 0x05,
    hrp: 'bc',
    powLimit: (1n << 224n) - 1n,
    genesisHash: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    subsidyHalvingInterval: 210_000,
    bip34Height: 227_931,
    segwitHeight: 481_824,
    retarget: true,
    minDifficultyBlocks: false,
  },
  testnet: {
    name: 'testnet',
    magic: fromHex('0b110907'),
    pubKeyHash: 0x6f,
    scriptHash: 0xc4,
    hrp: 'tb',
    powLimit: (1n << 224n) - 1n,
    genesisHash: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
    subsidyHalvingInterval: 210_000,
    bip34Height: 21_111,
    segwitHeight: 834_624,
    retarget: true,
    minDifficultyBlocks: true,
  },
  signet: {
    name: 'signet',
    magic: fromHex('0a03cf40'),
    pubKeyHash: 0x6f,
    scriptHash: 0xc4,
    hrp: 'tb',
    powLimit: 0x377aen << 216n,
    genesisHash: '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6',
    subsidyHalvingInterval: 210_000,
    bip34Height: 1,
    segwitHeight: 1,
    retarget: true,
    minDifficultyBlocks: false,
  },
  regtest: {
    name: 'regtest',
    magic: fromHex('fabfb5da'),
    pubKeyHash: 0x6f,
    scriptHash: 0xc4,
    hrp: 'bcrt',
    powLimit: EASY_LIMIT,
    genesisHash: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
    subsidyHalvingInterval: 150,
    bip34Height: 1,
    segwitHeight: 0,
    retarget: false,
    minDifficultyBlocks: true,
  },
  demo: {
    name: 'demo',
    magic: fromHex('d30e40f5'),
    pubKeyHash: 0x00,
    scriptHash: 0x05,
    hrp: 'bc',
    powLimit: EASY_LIMIT,
    genesisHash: '',
    subsidyHalvingInterval: 210_000,
    bip34Height: 1,
    segwitHeight: 0,
    retarget: false,
    minDifficultyBlocks: true,
  },
};

/** The network whose records begin with these four bytes, if it is a known one. */
export function networkByMagic(magic: Uint8Array): BitcoinNetwork | undefined {
  return Object.values(networks).find(
    (network) => magic.length === 4 && network.magic.every((byte, i) => byte === magic[i]),
  );
}
