import { ens_normalize } from '@adraffy/ens-normalize';
import { fromHex, keccak256, toChecksumAddress, toHex } from '@hopscope/chain';
import type { Sources } from '../../../sources/sources.ts';

/** The result of resolving a name: its address, or the reason why there is none. */
export type EnsAnswer = { name: string; address: string } | { reason: string };

/** The ENS registry, whose address is the same on all networks. */
const registry = fromHex('00000000000c2e074ec69a0dfb2997ba6c7d2e1e');
/** First four bytes of the Keccak-256 of `resolver(bytes32)` (ENSIP-1) and `addr(bytes32)` (EIP-137). */
const selectors = { resolver: fromHex('0178b8bf'), addr: fromHex('3b3b57de') } as const;

/** Returns the ENS hash of a normalized name (ENSIP-1), computed label by label from the right. */
export function namehash(name: string): Uint8Array {
  const utf8 = new TextEncoder();
  return name.split('.').reduceRight<Uint8Array>((node, label) => {
    return keccak256(Uint8Array.from([...node, ...keccak256(utf8.encode(label))]));
  }, new Uint8Array(32));
}

/** Returns the address in a returned word; undefined for the zero address and for data that isn't a word. */
function addressIn(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes.length !== 32 || bytes.subarray(0, 12).some((byte) => byte !== 0)) return undefined;
  const address = bytes.subarray(12);
  return address.some((byte) => byte !== 0) ? address : undefined;
}

function normalized(text: string): string | undefined {
  try {
    return ens_normalize(text);
  } catch {
    return undefined;
  }
}

/**
 * Resolves ENS names with the node of the Ethereum source, at its newest block. Names that use the resolver of a parent
 * name (ENSIP-10) or off-chain data (EIP-3668) are reported but not resolved: the server sends requests to no one but its
 * node.
 */
export function createEns(node: Pick<Sources['ethereum'], 'source' | 'callContract'>) {
  /** Calls a contract about a name. Returns a text with the reason if it has no answer. */
  async function ask(
    contract: Uint8Array,
    selector: Uint8Array,
    name: string,
  ): Promise<Uint8Array | undefined | string> {
    const answer = await node.callContract(contract, Uint8Array.from([...selector, ...namehash(name)]));
    if (answer.kind === 'unanswered') return 'The Ethereum node does not respond. Try again.';
    return answer.kind === 'reverted' ? undefined : addressIn(answer.bytes);
  }

  async function missing(name: string): Promise<string> {
    for (let above = name; above.includes('.'); ) {
      above = above.slice(above.indexOf('.') + 1);
      const resolver = await ask(registry, selectors.resolver, above);
      if (typeof resolver === 'string') return resolver;
      if (resolver && above !== 'eth') {
        return `${name} is not registered in ENS. The resolver of ${above} may have it, but is not queried.`;
      }
    }
    return `ENS has no address for ${name}.`;
  }

  return {
    async resolve(text: string): Promise<EnsAnswer> {
      const name = normalized(text);
      if (name === undefined) return { reason: `${text} is not a valid ENS name (ENSIP-15).` };
      if (node.source !== 'rpc') {
        return {
          reason: `${name} is an ENS name. Resolving it needs an Ethereum node, which this installation does not have.`,
        };
      }
      const resolver = await ask(registry, selectors.resolver, name);
      if (typeof resolver === 'string') return { reason: resolver };
      if (!resolver) return { reason: await missing(name) };
      const address = await ask(resolver, selectors.addr, name);
      if (typeof address === 'string') return { reason: address };
      if (address) return { name, address: toChecksumAddress(`0x${toHex(address)}`) };
      return {
        reason: `The resolver of ${name} has no Ethereum address on the chain.`,
      };
    },
  };
}
export type Ens = ReturnType<typeof createEns>;
