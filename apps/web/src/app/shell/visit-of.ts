import type { Visit } from '../../lib/recent-visits.ts';

const place = /^\/home\/block-explorer\/(address|transaction|block)\/([^/]+)$/;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What a page is about, as it is remembered; undefined for pages that are about no one thing. */
export function visitOf(pathname: string, search: object): Visit | undefined {
  if (pathname === '/home/blockham' && 'entity' in search && typeof search.entity === 'string') {
    const { entity } = search;
    return { kind: 'entity', label: entity, href: `${pathname}?entity=${encodeURIComponent(entity)}` };
  }
  const [, kind, value = ''] = place.exec(pathname) ?? [];
  const label = decoded(value);
  if (kind === 'address' || kind === 'transaction') return { kind, label, href: pathname };
  if (kind !== 'block') return undefined;
  const ofEthereum = 'blockchain' in search && search.blockchain === 'ethereum';
  return {
    kind,
    label: `Block ${label}${ofEthereum ? ' of Ethereum' : ''}`,
    href: ofEthereum ? `${pathname}?blockchain=ethereum` : pathname,
  };
}
