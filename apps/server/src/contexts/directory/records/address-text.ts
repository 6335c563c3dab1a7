import { encodeAddress, networks, toChecksumAddress, toHex } from '@hopscope/chain';
import type { Blockchain } from '@hopscope/domain';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';

const writers: Readonly<Record<Blockchain, (key: Uint8Array, network: NetworkName) => string>> = {
  bitcoin: (key, network) => encodeAddress(key, networks[network]),
  ethereum: (key) => toChecksumAddress(`0x${toHex(key)}`),
};

/** Returns the text of an address from its key (20 bytes on Ethereum). */
export function addressText(chain: Blockchain, key: Uint8Array, network: NetworkName): string {
  return writers[chain](new Uint8Array(key), network);
}
