import type { Blockchain } from '@hopscope/contract';

/** Returns the pages of a server on which a person can check an answer. */
export function createLinks(url: string) {
  const page = (path: string, query: Readonly<Record<string, string>> = {}): string => {
    const link = new URL(`/home/${path}`, url);
    for (const [name, value] of Object.entries(query)) link.searchParams.set(name, value);
    return link.href;
  };
  return {
    block: (height: string, blockchain: Blockchain) => page(`block-explorer/block/${height}`, { blockchain }),
    transaction: (hash: string) => page(`block-explorer/transaction/${hash}`),
    address: (address: string) => page(`block-explorer/address/${address}`),
    score: (address: string) => page('risk-dashboard', { address }),
    trace: (address: string) => page('flow-trace', { address }),
    entity: (id: string) => page('blockham', { entity: id }),
    case: (id: string) => page(`cases/${id}`),
  };
}

export type Links = ReturnType<typeof createLinks>;
