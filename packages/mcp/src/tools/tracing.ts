import { HopscopeError } from '@hopscope/client';
import { autoTraceLine, type FlowPath, flowPathLine, type FlowStop } from '@hopscope/contract';
import { z } from 'zod';
import { type ToolContext, tool } from './tool.ts';

const stopsShown = 20;
const address = z.string().min(1).max(200);

const incomplete = (): HopscopeError =>
  new HopscopeError('The trace ended before its result', { status: null });
const failed = (message: string): HopscopeError => new HopscopeError(message, { status: null });

/** The largest amounts first; equal reasons and places are one. */
function largestStops(stops: readonly FlowStop[], links: ToolContext['links']) {
  const sums = new Map<string, { stop: FlowStop; amount: bigint; count: number }>();
  for (const stop of stops) {
    const place = stop.entity?.id ?? stop.node ?? stop.transaction;
    const name = `${stop.reason} ${place} ${stop.asset.symbol}`;
    const sum = sums.get(name) ?? { stop, amount: 0n, count: 0 };
    sums.set(name, { ...sum, amount: sum.amount + BigInt(stop.amount), count: sum.count + 1 });
  }
  const sorted = [...sums.values()].toSorted((a, b) => (a.amount < b.amount ? 1 : -1));
  return sorted.slice(0, stopsShown).map(({ stop, amount, count }) => ({
    reason: stop.reason,
    entity: stop.entity,
    category: stop.category,
    node: stop.node,
    amount: String(amount),
    asset: stop.asset,
    stops: count,
    hops: stop.hops,
    lastTransaction: stop.transaction,
    link: links.transaction(stop.transaction),
  }));
}

/** Traces and paths. */
export const tracingTools = [
  tool({
    name: 'trace',
    title: 'Trace funds',
    description:
      'Follows the funds of an address to services, mixers, bridges, unspent outputs, or the limits of the trace, and adds up where they ended. Forward: where they went; backward: where they came from.',
    input: z.object({
      address,
      direction: z.enum(['forward', 'backward']).default('forward'),
      hops: z.number().int().min(1).max(20).default(10),
      asset: z.string().max(80).optional().describe('A token by its contract'),
    }),
    async answer({ address: from, direction, hops, asset }, { client, links }) {
      const stops: FlowStop[] = [];
      let basis: unknown;
      const body = { starts: [{ address: from }], direction, hops, ...(asset !== undefined && { asset }) };
      for await (const read of client.lines('autoTrace', { body })) {
        const line = autoTraceLine.parse(read);
        if (line.line === 'begin') ({ basis } = line);
        else if (line.line === 'stops') stops.push(...line.stops);
        else if (line.line === 'error') throw failed(line.message);
        else if (line.line === 'end') {
          const { reason, accounts, reads, nodes } = line;
          return {
            address: from,
            direction,
            endedBy: reason,
            sums: accounts,
            largestStops: largestStops(stops, links),
            stopsInAll: stops.length,
            nodes,
            reads,
            link: links.trace(from),
            basis,
          };
        }
      }
      throw incomplete();
    },
  }),
  tool({
    name: 'path',
    title: 'Find a path',
    description:
      'Finds the shortest or largest path of transfers from one address to another, through swaps and over bridges between Bitcoin and Ethereum. Services, mixers, and CoinJoins are not searched through, because deposits to and withdrawals from an exchange are unrelated.',
    input: z.object({
      from: address,
      to: address,
      mode: z.enum(['shortest', 'largest']).default('shortest'),
    }),
    async answer({ from, to, mode }, { client, links }) {
      const paths: FlowPath[] = [];
      let basis: unknown;
      for await (const read of client.lines('findFlowPath', { body: { from, to, mode } })) {
        const line = flowPathLine.parse(read);
        if (line.line === 'begin') ({ basis } = line);
        else if (line.line === 'path') paths.push(line.path);
        else if (line.line === 'error') throw failed(line.message);
        else if (line.line === 'end') {
          const { results, notWalked, bounds } = line;
          return { from, to, paths, results, notWalked, bounds, link: links.trace(from), basis };
        }
      }
      throw incomplete();
    },
  }),
];
