import { type Answer, apply, changesOf, type Query } from '@hopscope/canvas';
import type { FlowTraceBasis } from '@hopscope/contract';
import { useEffect, useRef, useState } from 'react';
import { toApiError } from '../../../lib/api/api-error.ts';
import { type CanvasStore, documentOfState } from '../model/canvas-store.ts';

export interface RunProgress {
  readonly reads: number;
  readonly nodes: number;
  readonly transfers: number;
}

export type RunState =
  | { readonly state: 'idle' }
  | { readonly state: 'running'; readonly progress: RunProgress }
  | { readonly state: 'done'; readonly words: readonly string[]; readonly canceled: boolean }
  | { readonly state: 'failed'; readonly message: string };

/** Results received so far. */
export interface Gathered {
  readonly answer: {
    transfers: Answer['transfers'][number][];
    parties: Answer['parties'][number][];
    stops: NonNullable<Answer['stops']>[number][];
    conversions: NonNullable<Answer['conversions']>[number][];
  };
  basis: FlowTraceBasis | null;
  reads: number;
  nodes: number;
  /** Sentences about the result. */
  words: string[];
}

/** Interval in milliseconds at which received results are drawn. */
const drawMs = 300;

/** Runs a query whose streamed answer is drawn as it arrives; canceling keeps the received part. */
export function useRun(
  store: CanvasStore,
  finish: (query: Query, answer: Answer, basis: FlowTraceBasis | null) => Promise<void>,
) {
  const [state, setState] = useState<RunState>({ state: 'idle' });
  const running = useRef<AbortController>(undefined);

  useEffect(
    () => () => {
      running.current?.abort();
      store.actions.set({ draft: null });
    },
    [store],
  );

  async function run<Line>(
    query: Query,
    lines: (signal: AbortSignal) => AsyncGenerator<Line>,
    take: (line: Line, gathered: Gathered) => void,
  ): Promise<void> {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    const gathered: Gathered = {
      answer: { transfers: [], parties: [], stops: [], conversions: [] },
      basis: null,
      reads: 0,
      nodes: 0,
      words: [],
    };
    const show = (): void => {
      const document = documentOfState(store.getState());
      const changes = changesOf(document, query, gathered.answer);
      store.actions.set({ draft: apply(document, { changes }).document });
      const { reads, nodes, answer } = gathered;
      setState({ state: 'running', progress: { reads, nodes, transfers: answer.transfers.length } });
    };
    setState({ state: 'running', progress: { reads: 0, nodes: 0, transfers: 0 } });
    let count = 0;
    let shown = 0;
    // Lines arrive in bursts: this draws the last one of a burst, too.
    const timer = setInterval(() => {
      if (shown === count) return;
      shown = count;
      show();
    }, drawMs);
    let failure: string | undefined;
    try {
      for await (const line of lines(own.signal)) {
        take(line, gathered);
        count += 1;
      }
    } catch (thrown) {
      if (!own.signal.aborted) failure = toApiError(thrown).message;
    } finally {
      clearInterval(timer);
    }
    // The page may have been left, or another query started.
    if (running.current !== own) return;
    const canceled = own.signal.aborted;
    const broken = canceled || failure !== undefined;
    const asked =
      broken && query.kind !== 'trace' && query.kind !== 'expand' ? { ...query, lines: count } : query;
    const { transfers, stops } = gathered.answer;
    // No results are a result, too: a finished query is logged.
    if (transfers.length > 0 || stops.length > 0 || gathered.words.length > 0)
      await finish(asked, gathered.answer, gathered.basis);
    store.actions.set({ draft: null });
    if (failure !== undefined) setState({ state: 'failed', message: failure });
    else setState({ state: 'done', words: gathered.words, canceled });
  }

  return { state, run, cancel: () => running.current?.abort() };
}
