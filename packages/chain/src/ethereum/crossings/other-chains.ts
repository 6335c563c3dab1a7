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
  56: 'BNB Smart Chain',
  100: 'Gnosis',
  130: 'Unichain',
  137: 'Polygon',
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
  957: 'Lyra Chain',
  1088: 'Metis',
  1135: 'Lisk',
  1284: 'Moonbeam',
  1750: 'Metal L2',
  1868: 'Soneium',
  5000: 'Mantle',
  5330: 'Superseed',
  7560: 'Cyber',
  8008: 'Polynomial',
  8217: 'Kaia',
  8453: 'Base',
  33979: 'Funki',
  34443: 'Mode',
  41455: 'Aleph Zero EVM',
  42161: 'Arbitrum One',
  42170: 'Arbitrum Nova',
  42220: 'Celo',
  43114: 'Avalanche',
  57073: 'Ink',
  59144: 'Linea',
  60808: 'BOB',
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

/** Chains of THORChain by their names in memos. */
const thorchainChains: Readonly<Record<string, number | string>> = {
  AVAX: 43114,
  BASE: 8453,
  BCH: 'Bitcoin Cash',
  BNB: 'BNB Beacon Chain',
  BSC: 56,
  BTC: 'Bitcoin',
  DOGE: 'Dogecoin',
  ETH: 1,
  GAIA: 'Cosmos Hub',
  LTC: 'Litecoin',
  THOR: 'THORChain',
  TRON: 'Tron',
  XRP: 'XRP Ledger',
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
