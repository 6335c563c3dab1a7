import { askOnce } from '../children/child.ts';
import type { CrossingsAnswer, CrossingsOrder } from '../children/crossings-child.ts';
import { type FreeSlots, withFresh } from '../lib/free-slots.ts';

export interface CrossingsResult extends CrossingsAnswer {}

/**
 * Measures scores, traces, and paths over both ledgers of a demo, through swaps and bridges, beside the same questions within one
 * asset or over one ledger, in one process with the server's modules.
 */
export async function measureCrossings(slots: FreeSlots, quick: boolean): Promise<CrossingsResult> {
  const demo = {
    seed: 1,
    start: 1_700_000_000,
    length: (quick ? 60 : 240) * 86_400,
    blockInterval: 3600,
    transactions: quick ? 4000 : 40_000,
    ethereumTransactions: quick ? 2000 : 15_000,
  };
  return withFresh(slots, (both) =>
    withFresh(slots, (bitcoin) =>
      withFresh(slots, (ethereum) =>
        askOnce<CrossingsAnswer>(
          new URL('../children/crossings-child.ts', import.meta.url),
          { places: { both, bitcoin, ethereum }, demo, questions: quick ? 20 : 300 } satisfies CrossingsOrder,
          { flags: ['--max-old-space-size=4096'], seconds: 3600 },
        ),
      ),
    ),
  );
}
