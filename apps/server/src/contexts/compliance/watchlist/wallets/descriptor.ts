import { addressKeyOfScript, encodeAddress, networks } from '@hopscope/chain';
import { checksum, HDKey, networks as libraryNetworks, Output } from '@bitcoinerlab/descriptors-scure';
import type { Blockchain } from '@hopscope/contract';
import { AppError, isMalformed } from '../../../../lib/app-error.ts';
import { parseEthereumAccount } from '../../../../lib/identifiers.ts';
import type { NetworkName } from '../../../../ledger/bitcoin/ledger.ts';

/** An address of a wallet. */
export interface DerivedAddress {
  /** As the ledger keeps addresses. */
  readonly key: Uint8Array;
  readonly address: string;
}

/** A wallet whose addresses can be derived: one sequence, or two for receiving and change (BIP-44, BIP-389). */
export interface WalletSource {
  /** Canonical, with its checksum (BIP-380). */
  readonly descriptor: string;
  /** Number of sequences. */
  readonly branches: number;
  /** Derives an address, in about 4 ms for each key. `index` is below 2^31. */
  addressAt(branch: number, index: number): DerivedAddress;
}

/** Scripts by the version bytes of an extended public key (BIP-44, and SLIP-132 for BIP-49 and BIP-84). */
const keyScripts: Readonly<
  Record<string, { version: number; test: boolean; wrap: (key: string) => string }>
> = {
  xpub: { version: 0x04_88_b2_1e, test: false, wrap: (key) => `pkh(${key})` },
  ypub: { version: 0x04_9d_7c_b2, test: false, wrap: (key) => `sh(wpkh(${key}))` },
  zpub: { version: 0x04_b2_47_46, test: false, wrap: (key) => `wpkh(${key})` },
  tpub: { version: 0x04_35_87_cf, test: true, wrap: (key) => `pkh(${key})` },
  upub: { version: 0x04_4a_52_62, test: true, wrap: (key) => `sh(wpkh(${key}))` },
  vpub: { version: 0x04_5f_1c_f6, test: true, wrap: (key) => `wpkh(${key})` },
};
const xpub = 0x04_88_b2_1e;
const tpub = 0x04_35_87_cf;
const base58 = '[1-9A-HJ-NP-Za-km-z]';
const plainKey = new RegExp(`^([xyztuv]pub)${base58}{100,112}$`);
/** Extended private keys, and private keys in the wallet import format. */
const privateKey = new RegExp(
  `[xyztuvYZUV]prv${base58}{20}|(?<!${base58})[5KL9c]${base58}{50,51}(?!${base58})`,
);
/** Alternatives of a path, as `<0;1>` (BIP-389). */
const alternatives = /<([^<>]*)>/g;
/** The mark of a hardened step, which has three spellings. */
const hardened = /(\/(?:\d+|\*))[H']/g;
/** Keys of a descriptor: as many as a multisig script can have. Each takes about 4 ms for each address. */
const mostKeys = 20;
const anyKey = /[xt]pub[1-9A-HJ-NP-Za-km-z]{20}/g;
/** Sequences with more alternatives have no use in a wallet. */
const mostBranches = 2;

/** An account whose deposit accounts can be found. */
interface AccountSource {
  readonly chain: Blockchain;
  readonly key: Uint8Array;
  /** Canonical spelling. */
  readonly text: string;
}

/** Returns the Ethereum account that a text is meant to be, if any. Throws 400 if it is none. */
export function accountOf(source: string): AccountSource | undefined {
  if (!/^0x/i.test(source.trim())) return undefined;
  try {
    const { text, bytes } = parseEthereumAccount(source);
    return { chain: 'ethereum', key: bytes, text };
  } catch (error) {
    throw isMalformed(error) ? refuse(error.message) : error;
  }
}

const refuse = (reason: string): AppError =>
  new AppError('validation_failed', reason, { fields: [{ field: 'source', message: reason }] });

/** Returns what the library says without its class name and without the descriptor, which can be long. */
function reasonOf(error: unknown, expression: string): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .replaceAll(expression, 'it')
    .replace(/^Error: /, '')
    .slice(0, 200);
}

/** Writes an extended public key as a descriptor of its two sequences. */
function ofPlainKey(text: string, isTest: boolean): string | undefined {
  const script = keyScripts[plainKey.exec(text)?.[1] ?? ''];
  if (!script) return undefined;
  if (script.test !== isTest)
    throw refuse(`This key is for ${isTest ? 'the main network' : 'a test network'}.`);
  let key: HDKey;
  try {
    key = HDKey.fromExtendedKey(text, { public: script.version, private: 0 });
  } catch (error) {
    throw refuse(`Invalid extended public key: ${reasonOf(error, text)}`);
  }
  const { publicKey, chainCode, depth, index, parentFingerprint } = key;
  if (!publicKey || !chainCode) throw refuse('Invalid extended public key.');
  const versions = { public: isTest ? tpub : xpub, private: 0 };
  const usual = new HDKey({ versions, publicKey, chainCode, depth, index, parentFingerprint });
  return script.wrap(`${usual.publicExtendedKey}/<0;1>/*`);
}

/** Returns a descriptor for each alternative of its paths. */
function branchesOf(expression: string): string[] {
  const lists = [...expression.matchAll(alternatives)].map(([, list = '']) => list.split(';'));
  const [first] = lists;
  if (!first) return [expression];
  if (lists.some(({ length }) => length !== first.length))
    throw refuse('All paths with alternatives need the same number of them (BIP-389).');
  if (first.length > mostBranches)
    throw refuse(`At most ${mostBranches} alternatives of a path are supported.`);
  return first.map((_, i) =>
    expression.replace(alternatives, (_whole, list: string) => list.split(';')[i] ?? ''),
  );
}

/**
 * Reads an output descriptor (BIP-380 to BIP-386, BIP-389; with miniscript, BIP-379) or an extended public key (BIP-32,
 * SLIP-132). Throws 400 with the reason: for private keys, a wrong checksum, hardened steps, which public keys can't derive,
 * and descriptors of a single address.
 */
export function readWallet(source: string, network: NetworkName): WalletSource {
  const text = source.replace(/\s+/g, '');
  if (privateKey.test(text)) throw refuse('This contains a private key. Send public keys only.');
  const isTest = network !== 'mainnet' && network !== 'demo';
  const library =
    network === 'regtest'
      ? libraryNetworks.regtest
      : isTest
        ? libraryNetworks.testnet
        : libraryNetworks.bitcoin;
  const [given = '', sum, ...more] = (ofPlainKey(text, isTest) ?? text).split('#');
  const expression = given.replace(hardened, '$1h');
  if (sum !== undefined && (more.length > 0 || checksum(given) !== sum))
    throw refuse('The checksum at the end does not fit the descriptor (BIP-380).');
  if (!expression.includes('*')) {
    throw refuse(
      /^[\w]+\(/.test(expression)
        ? 'This descriptor has a single address: its path needs to end with /*. Monitor the address instead.'
        : 'This is neither a descriptor, such as wpkh(xpub…/<0;1>/*), nor an extended public key.',
    );
  }
  if ((expression.match(anyKey)?.length ?? 0) > mostKeys)
    throw refuse(`At most ${mostKeys} keys are supported.`);
  const branches = branchesOf(expression);

  function addressAt(branch: number, index: number): DerivedAddress {
    const descriptor = branches[branch];
    if (descriptor === undefined) throw new RangeError(`There is no branch ${branch}`);
    const script = new Output({ descriptor, index, network: library }).getScriptPubKey();
    const key = addressKeyOfScript(script);
    if (!key) throw refuse('This descriptor has outputs without an address.');
    return { key, address: encodeAddress(key, networks[network]) };
  }

  try {
    for (const branch of branches.keys()) addressAt(branch, 0);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const longest = branches.toSorted((a, b) => b.length - a.length)[0] ?? expression;
    throw refuse(`This descriptor cannot be read: ${reasonOf(error, longest)}`);
  }
  return { descriptor: `${expression}#${checksum(expression)}`, branches: branches.length, addressAt };
}
