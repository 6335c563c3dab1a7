import type { Formats } from '@hopscope/domain';
import type { ChainHealth } from '../server-health.ts';

/** Notice about the source of the blocks. */
export interface NetworkText {
  title: string;
  text: string;
  /** The source has stopped. */
  failed: boolean;
  /** Nothing is loading or waiting: only the name of the network is worth a notice. */
  settled: boolean;
}

const demoTitle = 'Demo network';
/** Number of blocks by which nodes behind one URL often differ; not worth a notice. */
const usualDistance = 2;

/**
 * Describes that the chain is simulated, its progress, and why a source has stopped or waits; null if there is nothing to report.
 */
export function networkText(
  { source, network, status }: ChainHealth,
  { count }: Formats,
): NetworkText | null {
  const demo = network === 'demo' || (network === null && source === 'demo');
  if (status?.phase === 'failed')
    return { title: demo ? demoTitle : 'No new blocks', text: status.reason, failed: true, settled: false };
  if (status?.phase === 'retrying')
    return {
      title: demo ? demoTitle : 'New blocks delayed',
      text: status.reason,
      failed: false,
      settled: false,
    };
  if (status?.phase === 'behind' && status.height - status.nodeHeight > usualDistance) {
    const [own, theirs] = [count(status.height), count(status.nodeHeight)];
    const text = `The source is at block ${theirs}, behind block ${own} of the ledger`;
    return { title: demo ? demoTitle : 'New blocks delayed', text, failed: false, settled: false };
  }
  if (!demo) return null;
  const plain = { title: demoTitle, failed: false, settled: false };
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
      return { ...plain, text: 'All data is fictional', settled: true };
  }
}
