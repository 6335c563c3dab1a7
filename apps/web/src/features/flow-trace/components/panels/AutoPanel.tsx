import {
  type Answer,
  type CanvasDocument,
  type CanvasNode,
  getOf,
  nameOf,
  outcomeOf,
  type Query,
} from '@hopscope/canvas';
import { flowTraceLimits, type FlowTraceBasis } from '@hopscope/contract';
import { type Blockchain, shortAddress } from '@hopscope/domain';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../ui/button/Button.tsx';
import { CheckBox } from '../../../../ui/form/CheckBox.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { LearnMore } from '../../../../ui/button/LearnMore.tsx';
import { NativeSelect } from '../../../../ui/form/NativeSelect.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { useRuns } from '../../api/runs.ts';
import { type CanvasStore, documentOfState } from '../../model/canvas-store.ts';
import { titleOf } from '../../model/node-labels.ts';
import { autoWords, conversionWords, type TraceHop } from '../../model/run-labels.ts';
import { Outcomes } from './Outcomes.tsx';
import { RunStatus } from '../RunStatus.tsx';
import css from './SidePanel.module.css';
import { useRun } from '../use-run.ts';
import { questionOf } from '../use-tracing.ts';

type Method = 'haircut' | 'fifo' | 'lifo' | 'poison';
const methods: readonly { value: Method; label: string }[] = [
  { value: 'haircut', label: 'Haircut: proportional' },
  { value: 'fifo', label: 'FIFO: first in, first out' },
  { value: 'lifo', label: 'LIFO: last in, first out' },
  { value: 'poison', label: 'Poison: all outgoing funds' },
];

const integer = (text: string, least: number, most: number): number | undefined => {
  const value = Number(text);
  return /^\d+$/.test(text.trim()) && value >= least && value <= most ? value : undefined;
};
/** Parses percent with up to 4 decimals to parts per million; undefined for other texts. */
function millionths(text: string): number | undefined {
  const [, whole = '', decimals = ''] = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(text.trim()) ?? [];
  const parts = whole === '' ? undefined : Number(whole + decimals.padEnd(4, '0'));
  return parts !== undefined && parts <= 1_000_000 ? parts : undefined;
}

export type Finish = (
  query: Query,
  answer: Answer,
  basis: FlowTraceBasis | null,
  title: string,
) => Promise<void>;

/** Panel for auto-tracing from one or more addresses; draws results as they arrive. */
export function AutoPanel({
  store,
  document,
  starts,
  runs: asked,
  onFinish,
  onSelect,
  onTrace,
}: {
  store: CanvasStore;
  document: CanvasDocument;
  /** Addresses on the canvas, selected ones first. */
  starts: readonly CanvasNode[];
  /** How many times a run was requested outside of the panel. */
  runs: number;
  onFinish: Finish;
  /** Selects nodes on the canvas. */
  onSelect: (nodeIds: readonly string[]) => void;
  /** Adds an address to the canvas. */
  onTrace: (chain: Blockchain, address: string) => void;
}) {
  const runs = useRuns();
  const [latest, setLatest] = useState<string | null>(null);
  const [picked, setPicked] = useState<ReadonlySet<string>>(() => new Set(starts[0] ? [starts[0].id] : []));
  const [direction, setDirection] = useState<'forward' | 'backward'>('forward');
  const [method, setMethod] = useState<Method>('haircut');
  const [hops, setHops] = useState('6');
  const [nodes, setNodes] = useState('100');
  const [top, setTop] = useState('');
  const [share, setShare] = useState('0.1');
  const { state, run, cancel } = useRun(store, async (query, answer, basis) => {
    await onFinish(query, answer, basis, `Auto-trace ${direction}`);
    setLatest(outcomeOf(query, answer.stops ?? [], [])?.id ?? null);
  });
  const chosen = starts.filter(({ id }) => picked.has(id));
  const [first] = chosen;
  const bounds = {
    hops: integer(hops, 1, flowTraceLimits.hops),
    nodes: integer(nodes, 1, flowTraceLimits.nodes),
    top: top.trim() === '' ? null : integer(top, 1, 1000),
    share: millionths(share),
  };
  const mixed = chosen.some(({ chain }) => chain !== first?.chain);
  const ready =
    first !== undefined &&
    !mixed &&
    bounds.hops !== undefined &&
    bounds.nodes !== undefined &&
    bounds.top !== undefined &&
    bounds.share !== undefined;

  function start() {
    if (!ready || !first?.chain || bounds.hops === undefined || bounds.nodes === undefined) return;
    const question = {
      starts: chosen.flatMap(({ address }) => (address === null ? [] : [{ address }])),
      blockchain: first.chain,
      direction,
      method,
      hops: bounds.hops,
      nodes: bounds.nodes,
      ...(bounds.share !== undefined && { minShare: bounds.share }),
      ...(typeof bounds.top === 'number' && { top: bounds.top }),
    };
    const nameOfId = (id: string): string => {
      const node = getOf(documentOfState(store.getState()), 'node', id);
      return node ? nameOf(node) : shortAddress(id.slice(id.indexOf(':') + 1));
    };
    const known = new Set<string>();
    const converted: TraceHop[] = [];
    void run(
      { kind: 'auto', question: questionOf(question) },
      (signal) => runs.auto(question, signal),
      (line, gathered) => {
        switch (line.line) {
          case 'begin':
            gathered.basis = line.basis;
            break;
          case 'parties':
            gathered.answer.parties.push(...line.parties);
            break;
          case 'transfers':
            for (const { transfer } of line.transfers) {
              if (!known.has(transfer.id)) gathered.answer.transfers.push(transfer);
              known.add(transfer.id);
            }
            break;
          case 'stops':
            gathered.answer.stops.push(...line.stops);
            break;
          case 'progress':
            gathered.reads = line.reads;
            gathered.nodes = line.nodes;
            break;
          case 'end':
            gathered.words = [...autoWords(line, nameOfId), ...conversionWords(converted)];
            break;
          case 'error':
            throw new Error(line.message);
          case 'hops':
            converted.push(...line.hops);
            gathered.answer.conversions.push(...line.hops.flatMap(({ record }) => record ?? []));
            break;
          case 'starts':
            break;
        }
      },
    );
  }

  const begun = useRef(0);
  useEffect(() => {
    if (asked === begun.current) return;
    begun.current = asked;
    start();
  });

  if (starts.length === 0) {
    return <p className={css.quiet}>Trace an address first.</p>;
  }
  return (
    <>
      {state.state === 'running' && <RunStatus run={state} onCancel={cancel} />}
      <Outcomes document={document} latest={latest} onChoose={onSelect} onTrace={onTrace} />
      <LearnMore about="tracing" />
      <FormStack label="Auto-trace" onSubmit={start}>
        <fieldset className={css.choices}>
          <legend className={css.quiet}>Start from</legend>
          {starts.map((node) => (
            <CheckBox
              key={node.id}
              label={titleOf(node)}
              checked={picked.has(node.id)}
              onChange={(on) => {
                const next = new Set(picked);
                if (on) next.add(node.id);
                else next.delete(node.id);
                setPicked(next);
              }}
            />
          ))}
        </fieldset>
        <Segmented
          label="Direction"
          value={direction}
          options={[
            { value: 'forward', label: 'Destination of funds' },
            { value: 'backward', label: 'Source of funds' },
          ]}
          onChange={setDirection}
        />
        <NativeSelect
          label="Method"
          value={method}
          options={methods}
          onChange={(value) => setMethod(methods.find((each) => each.value === value)?.value ?? 'haircut')}
        />
        <div className={css.pair}>
          <Field
            size="middle"
            label="Hop limit"
            name="hops"
            inputMode="numeric"
            value={hops}
            {...(bounds.hops === undefined && { error: `Enter 1 to ${flowTraceLimits.hops}` })}
            onChange={setHops}
          />
          <Field
            size="middle"
            label="Address limit"
            name="nodes"
            inputMode="numeric"
            value={nodes}
            {...(bounds.nodes === undefined && { error: `Enter 1 to ${flowTraceLimits.nodes}` })}
            onChange={setNodes}
          />
        </div>
        <p className={css.quiet}>Steps of a peel chain count as one hop.</p>
        <Field
          size="middle"
          label="Largest transfers per address"
          name="top"
          inputMode="numeric"
          optional
          value={top}
          {...(bounds.top === undefined && { error: 'Enter 1 to 1000' })}
          onChange={setTop}
        />
        <Field
          size="middle"
          label="Smallest share (%)"
          name="share"
          inputMode="decimal"
          value={share}
          {...(bounds.share === undefined && { error: 'Enter 0 to 100, with up to 4 decimals' })}
          onChange={setShare}
        />
        {mixed && <p role="alert">Select addresses on one chain.</p>}
        <Button submit kind="primary" disabled={!ready || state.state === 'running'}>
          Run auto-trace
        </Button>
      </FormStack>
      {state.state !== 'running' && <RunStatus run={state} onCancel={cancel} />}
    </>
  );
}
