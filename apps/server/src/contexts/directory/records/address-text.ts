import { encodeAddress, networks, toChecksumAddress, toHex } from '@hopscope/chain';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';

/** An address as it is written, of its key (20 bytes on Ethereum). */
export function addressText(chain: 'bitcoin' | 'ethereum', key: Uint8Array, network: NetworkName): string {
  if (chain === 'bitcoin') return encodeAddress(new Uint8Array(key), networks[network]);
  return toChecksumAddress(`0x${toHex(new Uint8Array(key))}`);
}
