import { askOnce } from '../children/child.ts';
import type { DemoAnswer, DemoOrder } from '../children/demo-child.ts';

/** A side of the demo, generated in memory by one thread. */
export interface DemoGeneration {
  side: DemoOrder['side'];
  transactions: number;
  rate: number;
  perCpuSecond: number;
  /** Bytes of the heap after a garbage collection, early and at the end. */
  heapEarly: number;
  heapLate: number;
}

export interface DemoResult {
  generation: DemoGeneration[];
}

async function generate(side: DemoOrder['side'], transactions: number): Promise<DemoGeneration> {
  const made = await askOnce<DemoAnswer>(
    new URL('../children/demo-child.ts', import.meta.url),
    { side, transactions } satisfies DemoOrder,
    { flags: ['--expose-gc'], seconds: 600 },
  );
  return {
    side,
    transactions: made.transactions,
    rate: Math.round(made.transactions / made.seconds),
    perCpuSecond: Math.round(made.transactions / made.cpuSeconds),
    heapEarly: made.heapEarly,
    heapLate: made.heapLate,
  };
}

/** Generates demos in memory. */
export async function measureDemo(quick: boolean): Promise<DemoResult> {
  const size = quick ? 2_000 : 200_000;
  return {
    generation: [await generate('bitcoin', size), await generate('ethereum', quick ? 2_000 : 100_000)],
  };
}
