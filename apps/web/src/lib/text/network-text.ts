import type { Formats } from '@hopscope/domain';
import type { ChainHealth } from '../server-health.ts';

/** What everybody should know of where the blocks come from. */
export interface NetworkText {
  title: string;
  text: string;
  /** No more blocks come. */
  failed: boolean;
}

const demoTitle = 'Demo network';
/** Nodes behind one address are often a block or two apart: no reason to tell everybody. */
const usualDistance = 2;

/** Says that the chain is a simulated one, how far it has been made, and why a source has stopped or waits; null where there is nothing to say. */
export function networkText(
  { source, network, status }: ChainHealth,
  { count }: Formats,
): NetworkText | null {
  const demo = network === 'demo' || (network === null && source === 'demo');
  if (status?.phase === 'failed')
    return { title: demo ? demoTitle : 'No new blocks', text: status.reason, failed: true };
  if (status?.phase === 'retrying')
    return { title: demo ? demoTitle : 'New blocks delayed', text: status.reason, failed: false };
  if (status?.phase === 'behind' && status.height - status.nodeHeight > usualDistance) {
    const [own, theirs] = [count(status.height), count(status.nodeHeight)];
    const text = `The source is at block ${theirs}, behind block ${own} of the ledger`;
    return { title: demo ? demoTitle : 'New blocks delayed', text, failed: false };
  }
  if (!demo) return null;
  const plain = { title: demoTitle, failed: false };
  switch (status?.phase) {
    case 'starting':
      return { ...plain, text: 'Preparing history' };
    case 'loading':
      return {
        ...plain,
        text: `Loading history: block ${count(status.height)} of ${count(status.target)}`,
      };
    case 'following':
    case 'behind':
    case undefined:
      return { ...plain, text: 'All data is fictional' };
  }
}
