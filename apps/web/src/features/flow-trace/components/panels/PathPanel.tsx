import type { CanvasNode } from '@hopscope/canvas';
import { flowTraceLimits } from '@hopscope/contract';
import { useState } from 'react';
import { networkOf } from '../../../../lib/search/network-of.ts';
import { useServerHealth } from '../../../../lib/server-health.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { CheckBox } from '../../../../ui/form/CheckBox.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { useRuns } from '../../api/runs.ts';
import type { CanvasStore } from '../../model/canvas-store.ts';
import { readAddress } from '../../model/read-address.ts';
import { type PathWidth, pathWords } from '../../model/run-labels.ts';
import type { Finish } from './AutoPanel.tsx';
import { RunStatus } from '../RunStatus.tsx';
import { useRun } from '../use-run.ts';
import { questionOf } from '../use-tracing.ts';

/** Panel to find a path of transfers between two addresses; draws the result. */
export function PathPanel({
  store,
  chosen,
  onFinish,
}: {
  store: CanvasStore;
  /** Selected addresses: the first two are A and B. */
  chosen: readonly CanvasNode[];
  onFinish: Finish;
}) {
  const { data: health } = useServerHealth();
  const network = networkOf(health?.bitcoin.network);
  const runs = useRuns();
  const [from, setFrom] = useState(chosen[0]?.address ?? '');
  const [to, setTo] = useState(chosen[1]?.address ?? '');
  const [mode, setMode] = useState<'shortest' | 'largest'>('shortest');
  const [both, setBoth] = useState(false);
  const [through, setThrough] = useState(false);
  const [changing, setChanging] = useState(true);
  const [hops, setHops] = useState(String(flowTraceLimits.hops));
  const { state, run, cancel } = useRun(store, (query, answer, basis) =>
    onFinish(query, answer, basis, 'Find path'),
  );
  const [a, b] = [readAddress(from, network), readAddress(to, network)];
  const most = Number(hops);
  const hopsRight = /^\d+$/.test(hops.trim()) && most >= 1 && most <= flowTraceLimits.hops;
  const apart = !changing && a.kind === 'address' && b.kind === 'address' && a.chain !== b.chain;
  const ready = a.kind === 'address' && b.kind === 'address' && !apart && hopsRight;
  const wrongText = (input: typeof a): { error?: string } =>
    input.kind === 'wrong' ? { error: input.reason } : {};

  function start() {
    if (!ready) return;
    const question = {
      from: a.address,
      to: b.address,
      blockchain: a.chain,
      mode,
      directions: both ? ('both' as const) : ('forward' as const),
      maxHops: most,
      through,
      swaps: changing,
      crossings: changing,
    };
    const widths: PathWidth[] = [];
    void run(
      { kind: 'path', question: questionOf(question) },
      (signal) => runs.path(question, signal),
      (line, gathered) => {
        switch (line.line) {
          case 'begin':
            gathered.basis = line.basis;
            break;
          case 'parties':
            gathered.answer.parties.push(...line.parties);
            break;
          case 'path':
            gathered.answer.transfers.push(...line.path.transfers);
            gathered.answer.conversions.push(...line.path.conversions);
            widths.push({ ...line.path, direction: line.direction });
            break;
          case 'progress':
            gathered.reads = line.reads;
            gathered.nodes = line.nodes;
            break;
          case 'end':
            gathered.words = pathWords(line, widths);
            break;
          case 'error':
            throw new Error(line.message);
        }
      },
    );
  }

  return (
    <>
      <FormStack label="Path from A to B" onSubmit={start}>
        <Field
          size="middle"
          mono
          label="Address A"
          name="from"
          value={from}
          {...wrongText(a)}
          onChange={setFrom}
        />
        <Field
          size="middle"
          mono
          label="Address B"
          name="to"
          value={to}
          {...(apart
            ? {
                error:
                  'A is on another chain: follow swaps and bridges, or enter an address on the same one.',
              }
            : wrongText(b))}
          onChange={setTo}
        />
        <Segmented
          label="Path"
          value={mode}
          options={[
            { value: 'shortest', label: 'Shortest' },
            { value: 'largest', label: 'Largest amount' },
          ]}
          onChange={setMode}
        />
        <Field
          size="middle"
          label="Hop limit"
          name="hops"
          inputMode="numeric"
          value={hops}
          {...(!hopsRight && { error: `Enter 1 to ${flowTraceLimits.hops}` })}
          onChange={setHops}
        />
        <CheckBox label="Also search from B to A" checked={both} onChange={setBoth} />
        <CheckBox label="Follow swaps and bridges" checked={changing} onChange={setChanging} />
        <CheckBox
          label="Search through services, mixers, and CoinJoins"
          checked={through}
          onChange={setThrough}
        />
        <Button submit kind="primary" disabled={!ready || state.state === 'running'}>
          Find path
        </Button>
      </FormStack>
      <RunStatus run={state} onCancel={cancel} />
    </>
  );
}
