import {
  type AutoTraceLine,
  type autoTrace,
  type CallOutput,
  flowTraceLimits,
  type taintFlow,
} from '@hopscope/contract';
import {
  defaultProfile,
  type FollowedHop,
  type FollowedStep,
  type FollowedStop,
  type FollowEvents,
  followMoney,
  type FollowQuestion,
  type FollowStart,
  peelRest,
} from '@hopscope/risk';
import { type Blockchain, chainOf } from '@hopscope/domain';
import type { z } from 'zod';
import { badRequest } from '../../../lib/app-error.ts';
import type { FollowLedger } from './follow-ledger.ts';
import { basisOf, openFollowLedger, snapshotOf, type TracedChains } from './follow-ledgers.ts';
import { presentMove } from './moves.ts';
import type { AddressRef, TracingSnapshot } from './open-tracing.ts';
import { readParties } from './parties.ts';
import { nodeOf, presentHop, presentStop, together, type TraceAccess } from './present-trace.ts';
import { stopOf } from './services.ts';
import { daysOf, type Within } from './within.ts';

type AutoQuestion = z.output<typeof autoTrace.body & z.ZodType>;
type TaintQuestion = z.output<typeof taintFlow.body & z.ZodType>;
type Taint = Omit<CallOutput<typeof taintFlow>, 'success'>;

/**
 * Results are sent after this many rounds or transfers: their addresses have to be looked up, and many at once cost as
 * much as one. The first rounds are sent at once. Not by time, so that an answer has the same bytes each time.
 */
const roundsTogether = 8;
const stepsTogether = 40;
const firstRounds = 3;

/** Most rounds of ledger queries: steps from lot to lot. */
const mostRounds = 2000;

export interface TraceOutput {
  readonly canSeeRestricted: boolean;
  readonly centsOf: (chain: Blockchain) => (balance: bigint) => bigint | null;
  readonly signal: AbortSignal;
}

interface Account {
  followed: bigint;
  readonly stops: Map<FollowedStop['reason'], { amount: bigint; count: number }>;
}

/** Collects the results of a trace, and sends them before the ledger is queried again. */
function createReporting(
  access: TraceAccess,
  question: Pick<AutoQuestion, 'method' | 'direction'>,
  reporting: TraceOutput,
) {
  const { ledger, chains } = access;
  let steps: FollowedStep[] = [];
  let stops: FollowedStop[] = [];
  let hops: FollowedHop[] = [];
  let progress: AutoTraceLine | undefined;
  const shown = new Set<string>();
  const followed = new Map<string, { amount: bigint; starts: Set<number> }>();
  const accounts = new Map<string, Account>();
  let rounds = 0;
  let untold = 0;
  const reached = new Map<string, { node: string; asset: string; starts: Map<number, bigint> }>();

  function accountOf(asset: string): Account {
    const account = accounts.get(asset) ?? { followed: 0n, stops: new Map() };
    accounts.set(asset, account);
    return account;
  }

  function reach(
    address: string,
    { asset, start, amount }: Pick<FollowedStep, 'asset' | 'start' | 'amount'>,
  ): void {
    const node = nodeOf(address);
    const key = `${node} ${asset}`;
    const at = reached.get(key) ?? { node, asset, starts: new Map<number, bigint>() };
    reached.set(key, at);
    at.starts.set(start, (at.starts.get(start) ?? 0n) + amount);
  }

  function transfersOf(made: readonly FollowedStep[]) {
    const lines = new Map<string, Extract<AutoTraceLine, { line: 'transfers' }>['transfers'][number]>();
    for (const step of made) {
      const move = ledger.moveOf(step.lot, step.from.address, step.to.address);
      if (!move) continue;
      const transfer = presentMove(move);
      const sum = followed.get(transfer.id) ?? { amount: 0n, starts: new Set<number>() };
      sum.amount += step.amount;
      sum.starts.add(step.start);
      followed.set(transfer.id, sum);
      const amount = question.method === 'poison' ? move.amount : sum.amount;
      lines.set(transfer.id, {
        transfer,
        followed: String(amount),
        hops: step.hops,
        peel: step.peel,
        starts: [...sum.starts].toSorted((a, b) => a - b),
      });
    }
    return [...lines.values()];
  }

  const events: FollowEvents = {
    step(step) {
      steps.push(step);
      reach((question.direction === 'forward' ? step.to : step.from).address, step);
    },
    stop(stop) {
      stops.push(stop);
    },
    hop(hop) {
      hops.push(hop);
      const next = question.direction === 'forward' ? hop.got : hop.gave;
      accountOf(next.asset).followed += next.amount;
    },
    round(now) {
      rounds += 1;
      untold += 1;
      progress = { line: 'progress', ...now };
    },
  };

  return {
    events,
    begin(asset: string, starts: readonly FollowStart[]): void {
      starts.forEach(({ owner, roots }, start) => {
        const amount = roots.reduce((sum, each) => sum + each.amount, 0n);
        accountOf(asset).followed += amount;
        reach(owner.address, { asset, start, amount });
      });
    },
    /** Tests whether the results are to be sent before the ledger is queried again. */
    isDue: () => rounds <= firstRounds || untold >= roundsTogether || steps.length >= stepsTogether,
    async flush(send: (line: AutoTraceLine) => void, also: readonly AddressRef[] = []): Promise<void> {
      const [made, ended, changed] = [steps, together(stops), hops];
      [steps, stops, hops] = [[], [], []];
      untold = 0;
      const places = new Map(also.map((place) => [place.address, place]));
      const owners = [
        ...made.flatMap(({ from, to }) => [from, to]),
        ...changed.flatMap(({ by, to }) => [by, to]),
      ];
      for (const { address } of owners) {
        places.set(address, snapshotOf(chains, chainOf(address)).addressRef(address));
      }
      const fresh = [...places.values()].filter(({ address }) => !shown.has(address));
      for (const { address } of fresh) shown.add(address);
      const { canSeeRestricted, centsOf } = reporting;
      const parties = [];
      for (const [chain, own] of Map.groupBy(fresh, ({ address }) => chainOf(address))) {
        const around = { canSeeRestricted, centsOf: centsOf(chain) };
        parties.push(...(await readParties(snapshotOf(chains, chain), own, around)).values());
      }
      if (parties.length > 0) send({ line: 'parties', parties });
      const transfers = transfersOf(made);
      if (transfers.length > 0) send({ line: 'transfers', transfers });
      if (changed.length > 0) {
        send({ line: 'hops', hops: changed.map((hop) => presentHop(hop, access)) });
      }
      for (const { asset, reason, amount } of ended) {
        const { stops: sums } = accountOf(asset);
        const sum = sums.get(reason) ?? { amount: 0n, count: 0 };
        sums.set(reason, { amount: sum.amount + amount, count: sum.count + 1 });
      }
      if (ended.length > 0) {
        send({ line: 'stops', stops: ended.map((stop) => presentStop(stop, access)) });
      }
      if (progress) send(progress);
      progress = undefined;
    },
    sums() {
      return {
        accounts: [...accounts].map(([asset, { followed: all, stops: sums }]) => ({
          asset: ledger.assetOf(asset),
          followed: String(all),
          stops: [...sums].map(([reason, { amount, count }]) => ({ reason, amount: String(amount), count })),
        })),
        convergence: [...reached.values()]
          .filter(({ starts }) => starts.size > 1)
          .map(({ node, asset, starts }) => ({
            node,
            asset: ledger.assetOf(asset),
            starts: [...starts]
              .toSorted(([a], [b]) => a - b)
              .map(([start, amount]) => ({ start, amount: String(amount) })),
          })),
      };
    },
  };
}

function refusesOf(ledger: FollowLedger, within: Within): NonNullable<FollowQuestion['refuses']> {
  return (lot) => {
    const time = ledger.timeOf(lot);
    return time === undefined || within.has(time) ? undefined : 'dates';
  };
}

const peelOf: NonNullable<FollowQuestion['peelOf']> = (pool) =>
  peelRest(pool, defaultProfile.behaviors.peel_chain.keep);

/** Follows the money of starts and reports progress. Throws 400 for a duplicate start. */
export async function traceMoney(
  chains: TracedChains,
  starts: readonly AddressRef[],
  about: {
    question: AutoQuestion;
    asset: string;
    send: (line: AutoTraceLine) => void;
    reporting: TraceOutput;
  },
): Promise<void> {
  const { question, asset, send, reporting } = about;
  const { canSeeRestricted, signal } = reporting;
  if (new Set(starts.map(({ address }) => address)).size < starts.length) {
    throw badRequest('bad_request', 'Start addresses must be different');
  }
  const within = daysOf(question.from, question.to);
  const { own: tracing } = chains;
  const { direction, swaps: conversions } = question;
  const ledger = openFollowLedger(chains, { asset, conversions, direction });
  const found = [];
  for (const [i, place] of starts.entries()) {
    signal.throwIfAborted();
    const { transactions } = question.starts[i] ?? {};
    found.push(await ledger.roots(place, { transactions, within }));
  }
  send({ line: 'begin', basis: basisOf(chains), coverage: tracing.coverage });
  const roots = found.map(({ owner, lots }): FollowStart => ({ owner, roots: lots }));
  send({
    line: 'starts',
    asset: ledger.assetOf(asset),
    starts: found.map(({ owner, lots, scanned }) => ({
      node: nodeOf(owner.address),
      followed: String(lots.reduce((sum, { amount }) => sum + amount, 0n)),
      lots: lots.length,
      scanned: { ...scanned },
    })),
  });
  const access = createReporting({ ledger, chains, canSeeRestricted }, question, reporting);
  access.begin(asset, roots);
  await access.flush(send, starts);
  const { hops, nodes, reads, minAmount = '0', minShare, top = Number.MAX_SAFE_INTEGER } = question;
  const result = await followMoney(
    {
      direction,
      method: question.method,
      asset,
      starts: roots,
      limits: {
        hops,
        nodes,
        reads,
        rounds: mostRounds,
        minimum: BigInt(minAmount),
        minimumShare: minShare,
        top,
      },
      stopAt: ({ label }) => stopOf(label),
      refuses: refusesOf(ledger, within),
      peelOf,
    },
    {
      ...ledger.reader,
      async read(lots, way, aborted) {
        if (access.isDue()) await access.flush(send);
        return ledger.reader.read(lots, way, aborted);
      },
    },
    access.events,
    signal,
  );
  await access.flush(send);
  const { reason, reads: used, nodes: visited, rounds } = result;
  send({ line: 'end', reason, ...access.sums(), reads: used, nodes: visited, rounds });
}

/** Returns parts per million, rounded down. */
function shareOf(amount: bigint, total: bigint): number {
  return total === 0n ? 0 : Number((amount * 1_000_000n) / total);
}

/** Returns how much of a source's money each drawn connection carried. */
export async function taintDrawn(
  tracing: TracingSnapshot,
  source: AddressRef,
  about: {
    question: TaintQuestion;
    asset: string;
    reporting: Pick<TraceOutput, 'canSeeRestricted' | 'signal'>;
  },
): Promise<Taint> {
  const { question, asset, reporting } = about;
  const { method } = question;
  const chains = { own: tracing, other: undefined };
  const ledger = openFollowLedger(chains, { asset, conversions: false, direction: 'forward' });
  const drawn = new Set(question.drawn);
  const { owner, lots } = await ledger.roots(source, {
    transactions: question.source.transactions,
    within: daysOf(undefined, undefined),
  });
  const followed = lots.reduce((sum, { amount }) => sum + amount, 0n);
  const amounts = new Map<string, bigint>();
  const stops: FollowedStop[] = [];
  const result = await followMoney(
    {
      direction: 'forward',
      method,
      asset,
      starts: [{ owner, roots: lots }],
      limits: {
        hops: Number.MAX_SAFE_INTEGER,
        nodes: Number.MAX_SAFE_INTEGER,
        reads: flowTraceLimits.reads,
        rounds: mostRounds,
        minimum: 0n,
        minimumShare: 0,
        top: Number.MAX_SAFE_INTEGER,
      },
      stopAt: () => undefined,
      refuses: ({ id }) => (drawn.has(id) ? undefined : 'not_drawn'),
    },
    ledger.reader,
    {
      step({ lot, from, to, amount }) {
        const move = ledger.moveOf(lot, from.address, to.address);
        if (!move) return;
        const { id } = presentMove(move);
        amounts.set(id, method === 'poison' ? move.amount : (amounts.get(id) ?? 0n) + amount);
      },
      stop: (stop) => stops.push(stop),
      hop() {},
      round() {},
    },
    reporting.signal,
  );
  const access = { ledger, chains, canSeeRestricted: reporting.canSeeRestricted };
  return {
    basis: tracing.basis,
    method,
    asset: ledger.assetOf(asset),
    followed: String(followed),
    connections: [...amounts].map(([id, amount]) => ({
      id,
      amount: String(amount),
      share: shareOf(amount, followed),
    })),
    stops: together(stops).map((stop) => presentStop(stop, access)),
    cut: result.reason !== 'done',
    coverage: tracing.coverage,
  };
}
