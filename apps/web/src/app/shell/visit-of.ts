import { chains, defaultChain, isBlockchain } from '@hopscope/domain';
import { blockHref } from '../../lib/search/block-search.ts';
import type { Visit } from '../../lib/recent-visits.ts';

const place = /^\/home\/block-explorer\/(address|transaction|block)\/([^/]+)$/;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the subject of a page as it is remembered; undefined for pages without a single subject. */
export function visitOf(pathname: string, search: object): Visit | undefined {
  if (pathname === '/home/blockham' && 'entity' in search && typeof search.entity === 'string') {
    const { entity } = search;
    return { kind: 'entity', label: entity, href: `${pathname}?entity=${encodeURIComponent(entity)}` };
  }
  const [, kind, value = ''] = place.exec(pathname) ?? [];
  const label = decoded(value);
  if (kind === 'address' || kind === 'transaction') return { kind, label, href: pathname };
  if (kind !== 'block') return undefined;
  const chain = 'blockchain' in search && isBlockchain(search.blockchain) ? search.blockchain : defaultChain;
  return {
    kind,
    label: `Block ${label}${chain === defaultChain ? '' : ` of ${chains[chain].name}`}`,
    href: blockHref(value, chain),
  };
}
