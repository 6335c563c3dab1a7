import ipaddr from 'ipaddr.js';

const compatible = ipaddr.parseCIDR('::/96');

/** Hosts and networks that may be asked although they are not of the public internet. */
export interface AllowedPrivate {
  readonly hosts: ReadonlySet<string>;
  readonly networks: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];
}

/**
 * Reads a list such as `mirror.lan, 10.1.0.0/16`. Throws RangeError with the part that is neither a host name nor a
 * network.
 */
export function readAllowedPrivate(text: string): AllowedPrivate {
  const hosts = new Set<string>();
  const networks: [ipaddr.IPv4 | ipaddr.IPv6, number][] = [];
  for (const part of text.split(',').map((one) => one.trim().toLowerCase())) {
    if (part === '') continue;
    if (part.includes('/')) {
      if (!ipaddr.isValidCIDR(part)) throw new RangeError(`“${part}” is no network such as 10.1.0.0/16`);
      networks.push(ipaddr.parseCIDR(part));
    } else if (ipaddr.isValid(part)) {
      const address = ipaddr.parse(part);
      networks.push([address, address.kind() === 'ipv4' ? 32 : 128]);
    } else if (/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(part)) hosts.add(part);
    else throw new RangeError(`“${part}” is neither a host name nor a network`);
  }
  return { hosts, networks };
}

/**
 * Whether an IP address is one of the public internet: not of this machine, of private, link-local, carrier or other special
 * networks (IANA special-purpose registries), also when it is written as IPv6.
 */
export function isPublicAddress(text: string, allowed: AllowedPrivate): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (isWithin(address, allowed)) return true;
  // `::a.b.c.d`, an old way to write IPv4 as IPv6, of which the library knows nothing.
  if (address.kind() === 'ipv6' && address.match(compatible)) return false;
  return address.range() === 'unicast';
}

/** Whether an IP address is of a network that the operator named. */
export function isAllowedPrivate(text: string, allowed: AllowedPrivate): boolean {
  return ipaddr.isValid(text) && isWithin(ipaddr.process(text), allowed);
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, { networks }: AllowedPrivate): boolean {
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}
