import type { Engine } from '../apps/server/src/db/session.ts';

/** Both databases, or those that `BENCH_ENGINES` names, in the order in which they are measured. */
export function enginesInOrder(...order: readonly Engine[]): Engine[] {
  const named = process.env['BENCH_ENGINES']?.split(',');
  return order.filter((engine) => named?.includes(engine) ?? true);
}
