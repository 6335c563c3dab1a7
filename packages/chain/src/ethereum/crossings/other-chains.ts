/** A chain on the other side of a crossing. */
export interface OtherChain {
  /** Chain ID (EIP-155); null: it has none, or it is not known. */
  readonly id: number | null;
  readonly name: string;
}

export const bitcoinChain: OtherChain = { id: null, name: 'Bitcoin' };

/** Names by chain ID. */
const names: Readonly<Record<number, string>> = {
  1: 'Ethereum',
  10: 'OP Mainnet',
  25: 'Cronos',
  56: 'BNB Smart Chain',
  100: 'Gnosis',
  130: 'Unichain',
  137: 'Polygon',
  143: 'Monad',
  146: 'Sonic',
  185: 'Mint',
  250: 'Fantom',
  252: 'Fraxtal',
  254: 'Swan Chain',
  288: 'Boba',
  291: 'Orderly',
  324: 'ZKsync Era',
  360: 'Shape',
  480: 'World Chain',
  690: 'Redstone',
  747: 'Flow EVM',
  957: 'Lyra Chain',
  999: 'HyperEVM',
  1088: 'Metis',
  1135: 'Lisk',
  1101: 'Polygon zkEVM',
  1284: 'Moonbeam',
  1329: 'Sei',
  1514: 'Story',
  1750: 'Metal L2',
  1776: 'Injective',
  1868: 'Soneium',
  5000: 'Mantle',
  5330: 'Superseed',
  7560: 'Cyber',
  8008: 'Polynomial',
  8217: 'Kaia',
  8453: 'Base',
  33979: 'Funki',
  34443: 'Mode',
  32769: 'Zilliqa',
  41455: 'Aleph Zero EVM',
  42161: 'Arbitrum One',
  42170: 'Arbitrum Nova',
  42220: 'Celo',
  43114: 'Avalanche',
  57073: 'Ink',
  59144: 'Linea',
  60808: 'BOB',
  80094: 'Berachain',
  81457: 'Blast',
  534352: 'Scroll',
  7777777: 'Zora',
};

/** Domains of CCTP: developers.circle.com/cctp/concepts/supported-chains-and-domains. */
const cctpDomains: Readonly<Record<number, number | string>> = {
  0: 1,
  1: 43114,
  2: 10,
  3: 42161,
  4: 'Noble',
  5: 'Solana',
  6: 8453,
  7: 137,
  8: 'Sui',
  9: 'Aptos',
  10: 130,
  11: 59144,
  13: 146,
  14: 480,
};

/** Chains of Wormhole: github.com/wormhole-foundation/wormhole, sdk/js/src/utils/consts.ts, commit 005c6490. */
const wormholeChains: Readonly<Record<number, number | string>> = {
  1: 'Solana',
  2: 1,
  4: 56,
  5: 137,
  6: 43114,
  8: 'Algorand',
  10: 250,
  13: 8217,
  14: 42220,
  15: 'NEAR',
  16: 1284,
  21: 'Sui',
  22: 'Aptos',
  23: 42161,
  24: 10,
  25: 100,
  30: 8453,
  34: 534352,
  35: 5000,
  36: 81457,
  38: 59144,
};

/** Endpoints of LayerZero (version 2): docs.layerzero.network/v2/deployments/deployed-contracts. */
const layerZeroEndpoints: Readonly<Record<number, number | string>> = {
  30101: 1,
  30102: 56,
  30106: 43114,
  30108: 'Aptos',
  30109: 137,
  30110: 42161,
  30111: 10,
  30112: 250,
  30125: 42220,
  30126: 1284,
  30145: 100,
  30150: 8217,
  30151: 1088,
  30158: 1101,
  30165: 324,
  30168: 'Solana',
  30181: 5000,
  30183: 59144,
  30184: 8453,
  30214: 534352,
  30243: 81457,
  30255: 252,
  30260: 34443,
  30280: 1329,
  30332: 146,
  30339: 57073,
  30362: 80094,
  30390: 143,
  30420: 'Tron',
};

/** Chains of deBridge whose number is none of EIP-155: docs.debridge.com/home/architecture/supported-chains. */
const deBridgeChains: Readonly<Record<number, number | string>> = {
  7565164: 'Solana',
  100000002: 100,
  100000004: 1088,
  100000008: 32769,
  100000009: 747,
  100000013: 1514,
  100000014: 146,
  100000020: 80094,
  100000021: 60808,
  100000022: 999,
  100000023: 5000,
  100000026: 'Tron',
  100000027: 1329,
  100000029: 1776,
  100000030: 143,
};

/** Chains of THORChain and Maya by their names in memos. */
const thorchainChains: Readonly<Record<string, number | string>> = {
  ARB: 42161,
  AVAX: 43114,
  BASE: 8453,
  BCH: 'Bitcoin Cash',
  BNB: 'BNB Beacon Chain',
  BSC: 56,
  BTC: 'Bitcoin',
  DASH: 'Dash',
  DOGE: 'Dogecoin',
  ETH: 1,
  GAIA: 'Cosmos Hub',
  KUJI: 'Kujira',
  LTC: 'Litecoin',
  MAYA: 'Maya',
  THOR: 'THORChain',
  TRON: 'Tron',
  XRD: 'Radix',
  XRP: 'XRP Ledger',
  ZEC: 'Zcash',
};

function named(known: number | string | undefined, otherwise: string): OtherChain {
  if (typeof known === 'number') return chainOfId(BigInt(known));
  return { id: null, name: known ?? otherwise };
}

/** Returns the chain of a chain ID (EIP-155). */
export function chainOfId(id: bigint): OtherChain {
  const small = id <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(id) : null;
  return { id: small, name: (small === null ? undefined : names[small]) ?? `Chain ${id}` };
}

/** Returns the chain of a domain of CCTP. */
export function chainOfDomain(domain: bigint): OtherChain {
  return named(cctpDomains[Number(domain)], `CCTP domain ${domain}`);
}

/** Returns the chain of an endpoint of LayerZero. */
export function chainOfLayerZero(endpoint: number): OtherChain {
  return named(layerZeroEndpoints[endpoint], `LayerZero endpoint ${endpoint}`);
}

/** Returns the chain of a number of deBridge. */
export function chainOfDeBridge(number: bigint): OtherChain {
  const known = deBridgeChains[Number(number)];
  return known === undefined ? chainOfId(number) : named(known, '');
}

/** Returns the chain of a number of Wormhole. */
export function chainOfWormhole(number: number): OtherChain {
  return named(wormholeChains[number], `Wormhole chain ${number}`);
}

/** Returns the chain of a name in a memo of THORChain; undefined if it is none. */
export function chainOfThorchain(name: string): OtherChain | undefined {
  const known = thorchainChains[name.toUpperCase()];
  return known === undefined ? undefined : named(known, name);
}

/** Tests whether addresses of a chain have the form of Ethereum's. */
export function hasEthereumAddresses({ id }: OtherChain): boolean {
  return id !== null;
}
