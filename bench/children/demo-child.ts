import { simulateBitcoin, simulateEthereum } from '../../packages/demo/src/index.ts';
import { nativeHashing } from '../../apps/server/src/ledger/native-hashing.ts';
import { obey } from './child-side.ts';

/** Generates one side of a demo, in memory only. */
export interface DemoOrder {
  side: 'bitcoin' | 'ethereum';
  /** Requested number; the simulation generates approximately as many. */
  transactions: number;
}

export interface DemoAnswer {
  transactions: number;
  seconds: number;
  cpuSeconds: number;
  /** Bytes of the heap after a garbage collection, after a quarter and at the end. */
  heapEarly: number;
  heapLate: number;
}

const start = 1_735_689_600;
const length = 365 * 86_400;
const blockInterval = 3600;

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

obey<{ order: DemoOrder; answer: DemoAnswer }>(async ({ side, transactions: wanted }) => {
  const base = { seed: 1, start, length, blockInterval, hashing: nativeHashing };
  const options = { ...base, transactions: wanted, ethereumTransactions: wanted };
  const simulation = side === 'bitcoin' ? simulateBitcoin(options) : simulateEthereum(options);
  let [transactions, heapEarly] = [0, 0];
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  for (let at = 0; at < length; at += blockInterval) {
    transactions += simulation.next(start + at).transactions;
    if (heapEarly === 0 && at > length / 4) heapEarly = heap();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { transactions, seconds, cpuSeconds: (user + system) / 1e6, heapEarly, heapLate: heap() };
});
