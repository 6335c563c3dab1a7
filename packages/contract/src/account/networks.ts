/** Bits of an IP address, as a number and their count; undefined: not an address. IPv4 in IPv6 (RFC 4291) is IPv4. */
function bitsOf(address: string): { bits: bigint; width: 32 | 128 } | undefined {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(plain)) {
    const parts = plain.split('.').map(Number);
    if (parts.some((part) => part > 255)) return undefined;
    return { bits: parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n), width: 32 };
  }
  const halves = plain.split('::');
  if (halves.length > 2 || !/^[0-9a-f:]+$/i.test(plain)) return undefined;
  const [front = [], back = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - front.length - back.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...front, ...Array<string>(missing).fill('0'), ...back];
  if (groups.some((group) => !/^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return { bits: groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n), width: 128 };
}

function parse(network: string): { bits: bigint; width: 32 | 128; length: number } | undefined {
  const [address = '', length, ...more] = network.split('/');
  const parsed = bitsOf(address);
  if (!parsed || more.length > 0) return undefined;
  if (length === undefined) return { ...parsed, length: parsed.width };
  if (!/^\d{1,3}$/.test(length) || Number(length) > parsed.width) return undefined;
  const rest = BigInt(parsed.width - Number(length));
  // Bits after the prefix: very probably another network was meant.
  if ((parsed.bits >> rest) << rest !== parsed.bits) return undefined;
  return { ...parsed, length: Number(length) };
}

/** Returns whether a text is an IP address, or a network in CIDR notation (RFC 4632, RFC 4291) without host bits. */
export function isNetwork(text: string): boolean {
  return parse(text) !== undefined;
}

/** Returns whether an IP address belongs to a network in CIDR notation; false if one of them is invalid. */
export function inNetwork(address: string, network: string): boolean {
  const [host, net] = [bitsOf(address), parse(network)];
  if (!host || !net || host.width !== net.width) return false;
  const rest = BigInt(net.width - net.length);
  return host.bits >> rest === net.bits >> rest;
}
