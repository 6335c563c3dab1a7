import type { Answer, Basis, Connection, Profile, Query, Step } from '@hopscope/canvas';
import { limits } from '@hopscope/canvas';
import {
  autoTrace,
  type AutoTraceLine,
  autoTraceLine,
  type Blockchain,
  type CallOutput,
  expandFlow,
  findFlowPath,
  type FlowPathLine,
  flowPathLine,
  type FlowTraceBasis,
} from '@hopscope/contract';
import type { z } from 'zod';
import { AppError, badRequest } from '../../../lib/app-error.ts';
import type { TracingCall } from '../graph/tracing.service.ts';
import type { createTracing } from '../graph/tracing.service.ts';

type Asks = Pick<ReturnType<typeof createTracing>, 'expand' | 'auto' | 'path'>;
type Expansion = Omit<CallOutput<typeof expandFlow>, 'success'>;

/** Result of a replayed query with its state. */
export interface Asked {
  readonly answer: Answer;
  readonly basis: FlowTraceBasis;
  /** True if the ledger has every block up to the height. */
  readonly isComplete: boolean;
}

/** Returns a query at a basis; null: now. Throws 400 if it is invalid. */
function bodyOf<T extends z.ZodType>(
  schema: T | undefined,
  question: object,
  basis: Basis | null,
): z.output<T> {
  const directory = basis && { version: basis.directoryVersion, day: basis.directoryDay };
  const height = basis?.height ?? null;
  const state = { ...(height !== null && { height }), ...(directory && { directory }) };
  const parsed = schema?.safeParse({ ...question, ...state });
  if (!parsed?.success) throw badRequest('bad_request', `Unknown query: ${parsed?.error.issues[0]?.message}`);
  return parsed.data;
}

/** Reads at most `most` lines of an answer, then aborts it. */
async function linesOf<Line extends { line: string }>(
  call: TracingCall,
  ask: (call: TracingCall) => Promise<AsyncIterable<string>>,
  { schema, most = Number.POSITIVE_INFINITY }: { schema: z.ZodType<Line>; most?: number | undefined },
): Promise<Line[]> {
  const enough = new AbortController();
  const lines: Line[] = [];
  const chunks = await ask({ ...call, signal: AbortSignal.any([call.signal, enough.signal]) });
  for await (const chunk of chunks) {
    for (const text of chunk.split('\n')) {
      if (text === '' || lines.length >= most) continue;
      lines.push(schema.parse(JSON.parse(text)));
    }
    if (lines.length >= most) break;
  }
  enough.abort();
  call.signal.throwIfAborted();
  const failed = lines.find((line): line is Line & { message: string } => line.line === 'error');
  if (failed) throw new AppError('internal', `A query failed: ${failed.message}`);
  return lines;
}

/** Returns the chosen transfers, in the order of their selection. */
function pickedOf(transfers: readonly Connection[], chosen: readonly string[] | null): Connection[] {
  if (chosen === null) return [...transfers];
  const known = new Map(transfers.map((transfer) => [transfer.id, transfer]));
  return chosen.flatMap((id) => known.get(id) ?? []);
}

function answerOf(query: Query, { transfers, parties, party }: Expansion): Answer {
  if (query.kind !== 'expand') return { transfers: [], parties: [party] };
  const picked = pickedOf(transfers, query.chosen);
  const ends = new Set(picked.flatMap(({ from, to }) => [from, to]));
  return { transfers: picked, parties: parties.filter(({ id }) => ends.has(id)) };
}

/** Combines the lines of an auto-trace or a path search. */
function gather(lines: readonly (AutoTraceLine | FlowPathLine)[]): Asked {
  const transfers = new Map<string, Connection>();
  const parties: Answer['parties'][number][] = [];
  const stops: NonNullable<Answer['stops']>[number][] = [];
  const conversions: NonNullable<Answer['conversions']>[number][] = [];
  const take = (transfer: Connection): void => {
    if (!transfers.has(transfer.id)) transfers.set(transfer.id, transfer);
  };
  for (const line of lines) {
    if (line.line === 'parties') parties.push(...line.parties);
    else if (line.line === 'transfers') for (const { transfer } of line.transfers) take(transfer);
    else if (line.line === 'path') {
      for (const transfer of line.path.transfers) take(transfer);
      conversions.push(...line.path.conversions);
    } else if (line.line === 'stops') stops.push(...line.stops);
    else if (line.line === 'hops') conversions.push(...line.hops.flatMap(({ record }) => record ?? []));
  }
  const [first] = lines;
  if (first?.line !== 'begin') throw new RangeError('An answer does not begin with its basis');
  return {
    answer: { transfers: [...transfers.values()], parties, stops, conversions },
    basis: first.basis,
    isComplete: first.coverage.kind === 'complete',
  };
}

/** Profiles that a step put onto nodes. */
function profilesIn(step: Step): Map<string, Profile> {
  const found = new Map<string, Profile>();
  for (const one of step.changes) {
    if (one.change === 'create' && one.record.kind === 'node' && one.record.profile)
      found.set(one.record.id, one.record.profile);
    const profile = one.change === 'set' && one.kind === 'node' ? one.after['profile'] : undefined;
    if (one.change === 'set' && profile) found.set(one.id, profile as Profile);
  }
  return found;
}

/**
 * Scores depend on the current directory and profile, and prices come from outside: both are copied from the log
 * (docs/concepts/evidence.md).
 */
function withRecorded(answer: Answer, step: Step): Answer {
  const recorded = profilesIn(step);
  const parties = answer.parties.map(({ id, profile }) => {
    const then = recorded.get(id);
    return { id, profile: then ? { ...profile, risk: then.risk, usdCents: then.usdCents } : profile };
  });
  return { ...answer, parties };
}

/** Returns at which block of the other chain a query is asked again; its newest one without a basis. */
function otherChainAt(basis: Basis | null): object {
  if (!basis) return {};
  return basis.other ? { otherHeight: basis.other.height } : { crossings: false };
}

async function askPlain(asks: Asks, call: TracingCall, query: Query, basis: Basis | null): Promise<Asked> {
  if (query.kind === 'auto') {
    const body = bodyOf(autoTrace.body, { ...query.question, ...otherChainAt(basis) }, basis);
    const about = { schema: autoTraceLine, most: query.lines };
    return gather(await linesOf(call, (one) => asks.auto(one, body), about));
  }
  if (query.kind === 'path') {
    const body = bodyOf(findFlowPath.body, { ...query.question, ...otherChainAt(basis) }, basis);
    const about = { schema: flowPathLine, most: query.lines };
    return gather(await linesOf(call, (one) => asks.path(one, body), about));
  }
  const blockchain: Blockchain = query.chain;
  const own = { address: query.address, blockchain };
  const question =
    query.kind === 'trace' ? { ...own, limit: limits.traceFetched } : { ...query.question, ...own };
  const found = await asks.expand(call, bodyOf(expandFlow.body, question, basis));
  return {
    answer: answerOf(query, found),
    basis: found.basis,
    isComplete: found.coverage.kind === 'complete',
  };
}

/** Asks a query at the current state. Throws the errors of the FlowTrace calls. */
export function askNow(asks: Asks, call: TracingCall, query: Query): Promise<Asked> {
  return askPlain(asks, call, query, null);
}

/** Repeats the query of a step at its original basis. Throws the errors of the FlowTrace calls. */
export async function askAgain(
  asks: Asks,
  call: TracingCall,
  { query, basis, step }: { query: Query; basis: Basis; step: Step },
): Promise<Asked> {
  const asked = await askPlain(asks, call, query, basis);
  return { ...asked, answer: withRecorded(asked.answer, step) };
}
