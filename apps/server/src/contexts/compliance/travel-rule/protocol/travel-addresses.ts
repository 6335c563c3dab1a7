import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, createBase58check } from '@scure/base';

const base58check = createBase58check(sha256);
const prefix = 'ta';
const longestLnurl = 2_000;

/** Encodes the URL of an inquiry as a travel address (TRP 3.2): without `https://`, with `t=i`, in Base58Check. */
export function encodeTravelAddress(url: string): string {
  const full = new URL(url);
  full.searchParams.set('t', 'i');
  const text = full.href.slice('https://'.length);
  return `${prefix}${base58check.encode(new TextEncoder().encode(text))}`;
}

function textOf(travelAddress: string): string | undefined {
  try {
    if (travelAddress.startsWith(prefix)) {
      const bytes = base58check.decode(travelAddress.slice(prefix.length));
      return `https://${new TextDecoder('utf-8', { fatal: true }).decode(bytes)}`;
    }
    if (/^lnurl1/i.test(travelAddress)) {
      const { words } = bech32.decode(travelAddress.toLowerCase() as `${string}1${string}`, longestLnurl);
      return new TextDecoder('utf-8', { fatal: true }).decode(bech32.fromWords(words));
    }
  } catch {
    return undefined;
  }
  return travelAddress.startsWith('https://') ? travelAddress : undefined;
}

/** The URL of a travel address, of an LNURL (LUD-01), or of an HTTPS address; undefined: the text is none of them. */
export function decodeTravelAddress(travelAddress: string): URL | undefined {
  const text = textOf(travelAddress.trim());
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === '';
  return isPlain && url.searchParams.get('t') === 'i' ? url : undefined;
}
