import { toHex } from '../../bytes.ts';

/** Cleaned metadata of a token (`tokenText`); null: unknown. */
export interface TokenNames {
  readonly name: string | null;
  readonly symbol: string | null;
}

interface WellKnown {
  readonly symbol: string;
  readonly name: string;
  /** Contract on Ethereum mainnet; null for ether itself, which has none. */
  readonly contract: string | null;
}

/** Assets whose names are worth imitating. Contracts as their issuers publish them. */
const wellKnown: readonly WellKnown[] = [
  { symbol: 'ETH', name: 'Ethereum', contract: null },
  { symbol: 'ETH', name: 'Ether', contract: null },
  { symbol: 'USDT', name: 'Tether USD', contract: 'dac17f958d2ee523a2206206994597c13d831ec7' },
  { symbol: 'USDC', name: 'USD Coin', contract: 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' },
  { symbol: 'DAI', name: 'Dai Stablecoin', contract: '6b175474e89094c44da98b954eedeac495271d0f' },
  { symbol: 'WETH', name: 'Wrapped Ether', contract: 'c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2' },
  { symbol: 'WBTC', name: 'Wrapped BTC', contract: '2260fac5e5542a773aa44fbcfedf7c193bc2c599' },
  {
    symbol: 'stETH',
    name: 'Liquid staked Ether 2.0',
    contract: 'ae7ab96520de3a18e5e111b5eaab095312d7fe84',
  },
  { symbol: 'LINK', name: 'ChainLink Token', contract: '514910771af9ca656af840dff83e8364ecf986ca' },
  { symbol: 'UNI', name: 'Uniswap', contract: '1f9840a85d5af5bf1d1762f925bdaddc4201f984' },
];

const MAINNET = 1n;

/** Characters that resemble Latin letters (a subset of Unicode UTS 39). */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аαɑᴀ',
    b: 'вβЬьʙ',
    c: 'сϲᴄ¢',
    d: 'ԁɗᴅ',
    e: 'еεҽᴇ€',
    f: 'ғƒ',
    g: 'ɡɢ',
    h: 'һнηʜ',
    i: 'іιıɪ1l|!Ӏӏ',
    j: 'јᴊ',
    k: 'кκᴋ',
    l: 'ʟⅼ',
    m: 'мμᴍ',
    n: 'пɴո',
    o: 'оοσօ0ᴏ',
    p: 'рρᴘ',
    r: 'гʀ',
    s: 'ѕ$ꜱս',
    t: 'тτ₮ᴛ',
    u: 'υʋᴜц',
    v: 'ѵνᴠ',
    w: 'ԝωшᴡ',
    x: 'хχ×',
    y: 'уγʏ',
    z: 'ᴢ',
  }).flatMap(([latin, others]) => Array.from(others, (other): [string, string] => [other, latin])),
);

const symbols = new Map<string, WellKnown[]>();
const names = new Map<string, WellKnown[]>();
for (const asset of wellKnown) {
  for (const [map, text] of [
    [symbols, asset.symbol],
    [names, asset.name],
  ] as const) {
    const skeleton = skeletonOf(text);
    map.set(skeleton, [...(map.get(skeleton) ?? []), asset]);
  }
}

const webAddress =
  /(https?:|www\.|\bt\.me\b|[\p{L}\p{N}-]\s?\.\s?(com|org|net|io|xyz|app|site|top|gifts?|claims?|info|online|club|pro|vip|live|link|cc|ly|events?|lol|shop|store|website|space|fun|cfd)(?![\p{L}\p{N}]))/iu;

/**
 * Tests whether a token imitates a well-known one, or has a web address in its name or symbol, as spam does. A token imitates
 * if it resembles a well-known name or symbol but uses other letters, on any chain; on Ethereum mainnet, where the real
 * contracts are known, also if it has the same name but isn't the real contract.
 */
export function isFakeToken(contract: Uint8Array, { name, symbol }: TokenNames, chainId: bigint): boolean {
  const own = chainId === MAINNET ? toHex(contract) : undefined;
  return (
    (symbol !== null && (webAddress.test(symbol) || imitates(symbol, symbols, own, 'symbol'))) ||
    (name !== null && (webAddress.test(name) || imitates(name, names, own, 'name')))
  );
}

const knownContracts = new Set(wellKnown.flatMap(({ contract }) => contract ?? []));

/**
 * Tests whether a token is a well-known one, so that a swap for it is no gift. On other chains than mainnet, where no contract
 * is known, all tokens count.
 */
export function isKnownToken(contract: Uint8Array, chainId: bigint): boolean {
  return chainId !== MAINNET || knownContracts.has(toHex(contract));
}

function imitates(
  text: string,
  known: ReadonlyMap<string, readonly WellKnown[]>,
  own: string | undefined,
  field: 'symbol' | 'name',
): boolean {
  const assets = known.get(skeletonOf(text));
  if (!assets) return false;
  if (own !== undefined) return !assets.some(({ contract }) => contract === own);
  return !assets.some((asset) => asset[field].toLowerCase() === text.toLowerCase());
}

/** Normalizes text by appearance: similar letters become one, without marks, spaces, and punctuation. */
function skeletonOf(text: string): string {
  let skeleton = '';
  for (const letter of text.normalize('NFKD').replace(/\p{M}/gu, '')) {
    // Small l and capital I look alike, capital L and small i do not.
    const small = letter === 'I' ? 'i' : letter.toLowerCase();
    const plain = lookAlikes.get(letter) ?? (letter === 'L' ? 'l' : (lookAlikes.get(small) ?? small));
    if (/[\p{L}\p{N}]/u.test(plain)) skeleton += plain;
  }
  return skeleton;
}
