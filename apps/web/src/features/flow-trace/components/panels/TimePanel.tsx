import { allOf, type CanvasDocument, type CanvasNode, timelineOf } from '@hopscope/canvas';
import { CircleAlert, Pause, Play } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { useReducedMotion } from '../../../../lib/browser/use-media.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Notice } from '../../../../ui/feedback/Notice.tsx';
import { NativeSelect } from '../../../../ui/form/NativeSelect.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Time } from '../../../../ui/text/Time.tsx';
import { useTaint } from '../../api/questions.ts';
import type { CanvasStore } from '../../model/canvas-store.ts';
import { fullAmount, titleOf } from '../../model/node-labels.ts';
import { stopLines } from '../../model/run-labels.ts';
import { shareLines } from '../../model/share-lines.ts';
import css from './SidePanel.module.css';

const stepMs = 350;
/** Maximum number of listed lines. */
const mostLines = 100;

/** Maximum number of bars above the slider. */
const mostBars = 48;

/** Transfers along the slider as bars; those after the chosen time are pale. */
function Histogram({ counts, at }: { counts: readonly number[]; at: number }) {
  const width = Math.max(1, Math.ceil(counts.length / mostBars));
  const bars = Array.from({ length: Math.ceil(counts.length / width) }, (_, i) =>
    counts.slice(i * width, (i + 1) * width).reduce((sum, count) => sum + count, 0),
  );
  const most = Math.max(1, ...bars);
  return (
    <div className={css.bars} aria-hidden="true">
      {bars.map((count, i) => (
        // Bars have no other identity than their place.
        // oxlint-disable-next-line react/no-array-index-key
        <i key={i} data-later={i * width > at} style={{ height: `${Math.max(4, (count / most) * 100)}%` }} />
      ))}
    </div>
  );
}

/** Slider and playback of the flow over time. */
function TimeSlider({
  document,
  time,
  onTime,
}: {
  document: CanvasDocument;
  time: number | null;
  onTime: (time: number | null) => void;
}) {
  const still = useReducedMotion();
  const { exactTime } = useFormats();
  const { steps, counts, unconfirmed } = useMemo(() => timelineOf(document), [document]);
  const [playing, setPlaying] = useState(false);
  const last = steps.length - 1;
  const found = time === null ? last : steps.findLastIndex((step) => step <= time);
  const at = Math.max(0, found);

  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(
      () => {
        if (at >= last) setPlaying(false);
        else onTime(steps[at + 1] ?? null);
      },
      still ? stepMs * 3 : stepMs,
    );
    return () => clearTimeout(timer);
  }, [playing, at, last, steps, still, onTime]);

  if (steps.length === 0) return <p className={css.quiet}>No transfers with a time on the canvas</p>;
  return (
    <>
      <Histogram counts={counts} at={at} />
      <input
        type="range"
        className={css.slider}
        aria-label="Shown up to"
        aria-valuetext={exactTime(steps[at] ?? 0)}
        min={0}
        max={last}
        value={at}
        onChange={(event) => {
          setPlaying(false);
          const next = Number(event.target.value);
          onTime(next === last ? null : (steps[next] ?? null));
        }}
      />
      <p className={css.ends}>
        <Time seconds={steps[0] ?? 0} to="day" />
        <Time seconds={steps[last] ?? 0} to="day" />
      </p>
      <p className={css.quiet}>
        {time === null ? (
          'All transfers are shown.'
        ) : (
          <>
            Shown up to <Time seconds={time} to="minute" />.
          </>
        )}
        {unconfirmed > 0 && ` ${unconfirmed} unconfirmed.`}
      </p>
      <Row>
        <Button
          size="small"
          icon={
            playing ? (
              <Pause size={14} strokeWidth={1.8} aria-hidden="true" />
            ) : (
              <Play size={14} strokeWidth={1.8} aria-hidden="true" />
            )
          }
          onClick={() => {
            if (!playing && at >= last) onTime(steps[0] ?? null);
            setPlaying(!playing);
          }}
        >
          {playing ? 'Pause' : 'Play'}
        </Button>
        <Button size="small" disabled={time === null} onClick={() => onTime(null)}>
          Show all
        </Button>
      </Row>
    </>
  );
}

type Method = 'haircut' | 'fifo' | 'lifo' | 'poison';
const methods: readonly { value: Method | 'off'; label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'haircut', label: 'Haircut' },
  { value: 'fifo', label: 'FIFO' },
  { value: 'lifo', label: 'LIFO' },
  { value: 'poison', label: 'Poison' },
];

/** The overlay as text, largest share first. */
function Shares({ store, document }: { store: CanvasStore; document: CanvasDocument }) {
  const edges = useStore(store, (state) => (state.overlay ? store.renderModel(state).edges : null));
  const { count } = useFormats();
  const lines = useMemo(() => (edges ? shareLines(document, edges) : []), [edges, document]);
  if (lines.length === 0) return null;
  return (
    <>
      <h4 className={css.quiet}>Share of funds by line</h4>
      <ul className={css.list} aria-label="Share of funds by line">
        {lines.slice(0, mostLines).map(({ id, words }) => (
          <li key={id}>{words}</li>
        ))}
      </ul>
      {lines.length > mostLines && (
        <p className={css.quiet}>
          Largest {count(mostLines)} of {count(lines.length)}
        </p>
      )}
    </>
  );
}

/** Share of one address's funds on each drawn connection. */
function Taint({
  store,
  document,
  sources,
}: {
  store: CanvasStore;
  document: CanvasDocument;
  sources: readonly CanvasNode[];
}) {
  const [method, setMethod] = useState<Method | 'off'>('off');
  const [chosen, setChosen] = useState(sources[0]?.id ?? '');
  const source = sources.find(({ id }) => id === chosen) ?? sources[0];
  const drawn = useMemo(
    () => allOf(document, 'connection').filter(({ asset }) => asset.chain === source?.chain),
    [document, source?.chain],
  );
  const question =
    method === 'off' || !source?.address || !source.chain
      ? undefined
      : {
          source: { address: source.address },
          blockchain: source.chain,
          drawn: [...new Set(drawn.map(({ utxoKey }) => utxoKey))],
          method,
        };
  const { data, error, isFetching } = useTaint(question);
  useEffect(() => {
    const shares = data && question ? new Map(data.connections.map(({ id, share }) => [id, share])) : null;
    store.actions.set({ overlay: shares && { shares } });
  }, [store, data, question === undefined]);
  useEffect(() => () => store.actions.set({ overlay: null }), [store]);

  if (!source) return <p className={css.quiet}>Trace an address first to see where its funds went.</p>;
  return (
    <>
      <NativeSelect
        label="Method"
        value={method}
        options={methods}
        onChange={(value) => setMethod(methods.find((each) => each.value === value)?.value ?? 'off')}
      />
      <NativeSelect
        label="Source"
        value={source.id}
        options={sources.map((node) => ({ value: node.id, label: titleOf(node) }))}
        onChange={setChosen}
      />
      {error && (
        <Notice kind="error" icon={<CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
          {toApiError(error).message}
        </Notice>
      )}
      {question && isFetching && <p className={css.quiet}>Calculating…</p>}
      {question && data && (
        <>
          <p role="status">
            Traced {fullAmount(data.followed, data.asset)}
            {data.cut && '. A limit was reached, so the result is incomplete'}.
          </p>
          <h4 className={css.quiet}>Endpoints</h4>
          <ul className={css.list} aria-label="Endpoints">
            {stopLines(data.stops, method !== 'poison')
              .slice(0, mostLines)
              .map((line, i) => (
                // Lines can repeat.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={i} className={css.amount}>
                  {line}
                </li>
              ))}
          </ul>
          <Shares store={store} document={document} />
        </>
      )}
    </>
  );
}

/** The time slider and the taint overlay. */
export function TimePanel({
  store,
  document,
  time,
  sources,
}: {
  store: CanvasStore;
  document: CanvasDocument;
  time: number | null;
  /** Addresses on the canvas, traced ones first. */
  sources: readonly CanvasNode[];
}) {
  const onTime = useMemo(() => (next: number | null) => store.actions.set({ time: next }), [store]);
  // Without the slider, hidden transfers would go unnoticed.
  useEffect(() => () => store.actions.set({ time: null }), [store]);
  return (
    <>
      <h3 className={css.quiet}>Time</h3>
      <TimeSlider document={document} time={time} onTime={onTime} />
      <h3 className={css.quiet}>Taint overlay</h3>
      <Taint store={store} document={document} sources={sources} />
    </>
  );
}
