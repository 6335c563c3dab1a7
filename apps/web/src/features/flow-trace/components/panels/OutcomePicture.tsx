import { type OutcomeBand, shareText } from '@hopscope/canvas';
import { flowStopText } from '@hopscope/contract';
import type { OutcomeEnd } from '@hopscope/contract/flow-document';
import { type Blockchain, chains } from '@hopscope/domain';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { networkOf } from '../../../../lib/search/network-of.ts';
import { useServerHealth } from '../../../../lib/server-health.ts';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import { fullAmount } from '../../model/node-labels.ts';
import { readAddress } from '../../model/read-address.ts';
import { type BandPlace, type OutcomePictureModel, placeBands } from '../../model/outcome-view.ts';
import css from './OutcomePicture.module.css';

type OutcomeCrossing = NonNullable<OutcomeEnd['places'][number]['crossing']>;

const rowHeight = 44;
const width = 72;
const trunk = 8;

/** Colors of reasons: of the category that was reached, otherwise neutral. */
const colors: Readonly<Record<string, string>> = {
  service: 'var(--ent-exchange)',
  mixer: 'var(--ent-mixing)',
  coinjoin: 'var(--ent-mixing)',
  bridge: 'var(--ent-defi)',
  swap: 'var(--ent-defi)',
  unspent: 'var(--accent)',
  returned: 'var(--ent-custody)',
  mined: 'var(--ent-mining)',
};
const colorOf = (reason: string): string => colors[reason] ?? 'var(--text-3)';

function ribbon({ from, thickness, to, height }: BandPlace): string {
  const [x0, x1] = [trunk, width];
  const middle = (x0 + x1) / 2;
  return [
    `M${x0} ${from}C${middle} ${from} ${middle} ${to} ${x1} ${to}`,
    `L${x1} ${to + height}`,
    `C${middle} ${to + height} ${middle} ${from + thickness} ${x0} ${from + thickness}Z`,
  ].join('');
}

type TraceAddress = (chain: Blockchain, address: string) => void;

/** Where an amount went on another chain; a way to trace it there if this server has that chain. */
function Crossed({
  crossing: { protocol, chain, account },
  onTrace,
}: {
  crossing: OutcomeCrossing;
  onTrace: TraceAddress;
}) {
  const { data: health } = useServerHealth();
  const read = readAddress(account ?? '', networkOf(health?.bitcoin.network));
  const isHere = read.kind === 'address' && chains[read.chain].name === chain;
  return (
    <span className={css.quiet}>
      to {chain ?? 'another chain'}
      {account !== null && (
        <>
          , <Hash value={account} what="address" />
        </>
      )}{' '}
      through {protocol}
      {isHere && (
        <>
          {' '}
          <TextButton onClick={() => onTrace(read.chain, read.address)}>Trace on {chain}</TextButton>
        </>
      )}
    </span>
  );
}

/** Entities and transfers at which a band ended. */
function BandDetails({
  band,
  nameOf,
  onChoose,
  onTrace,
}: {
  band: OutcomeBand;
  nameOf: (nodeId: string) => string;
  onChoose: (nodeIds: readonly string[]) => void;
  onTrace: TraceAddress;
}) {
  const { counted } = useFormats();
  return (
    <ul className={css.ends} aria-label={`Transfers: ${flowStopText(band.reason)}`}>
      {band.ends.map(({ entity, asset, amount, count, places }) => (
        <li key={entity?.id ?? ''}>
          {entity && (
            <p className={css.entity}>
              <b>{entity.name}</b>
              <span>{fullAmount(amount, asset)}</span>
            </p>
          )}
          <ul>
            {places.map((place) => (
              <li key={`${place.node} ${place.transaction} ${place.hops}`} className={css.place}>
                <span>
                  {place.node === null ? (
                    'No address'
                  ) : (
                    <button
                      type="button"
                      className={css.node}
                      onClick={() => onChoose(place.node === null ? [] : [place.node])}
                    >
                      {nameOf(place.node)}
                    </button>
                  )}
                  <span className={css.quiet}>
                    {counted(place.hops, 'hop')} ·{' '}
                    <Hash value={place.transaction} what="transaction hash" plain />
                  </span>
                  {place.crossing && <Crossed crossing={place.crossing} onTrace={onTrace} />}
                </span>
                <span>{fullAmount(place.amount, asset)}</span>
              </li>
            ))}
          </ul>
          {count > places.length && (
            <p className={css.quiet}>{counted(count - places.length, 'smaller endpoint')} not listed</p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Shows where traced money ended: a band for each reason, as thick as its share. A band opens its transfers. */
export function OutcomePicture({
  picture: { asset, amount, bands },
  adds,
  nameOf,
  onChoose,
  onTrace,
}: {
  picture: OutcomePictureModel;
  /** Amounts add up to the traced amount. */
  adds: boolean;
  nameOf: (nodeId: string) => string;
  /** Selects nodes on the canvas. */
  onChoose: (nodeIds: readonly string[]) => void;
  /** Adds an address of another chain to the canvas. */
  onTrace: TraceAddress;
}) {
  const { counted } = useFormats();
  const id = useId();
  const [opened, setOpened] = useState<string | null>(null);
  const places = placeBands(bands, rowHeight);
  const height = bands.length * rowHeight;
  const open = bands.find(({ reason }) => reason === opened);
  return (
    <figure className={css.figure} aria-label={`Endpoints of traced ${asset.symbol}`}>
      <figcaption className={css.total}>
        <b>{fullAmount(amount, asset)}</b>{' '}
        {adds ? 'traced' : 'at all endpoints, counted several times (poison)'}
      </figcaption>
      <div className={css.picture} style={{ height }}>
        <svg width={width} height={height} aria-hidden="true">
          <rect width={trunk} height={height} rx="2" fill="var(--text-1)" />
          {bands.map(({ reason }, i) => {
            const place = places[i];
            return (
              place && (
                <path
                  key={reason}
                  d={ribbon(place)}
                  fill={colorOf(reason)}
                  opacity={opened === null || opened === reason ? 0.6 : 0.2}
                />
              )
            );
          })}
        </svg>
        <ul className={css.rows}>
          {bands.map((band) => {
            const { reason, share, count } = band;
            const isOpen = opened === reason;
            const nodes = band.ends.flatMap((end) => end.places.flatMap(({ node }) => node ?? []));
            return (
              <li key={reason} style={{ height: rowHeight }}>
                <button
                  type="button"
                  className={css.row}
                  data-reason={reason}
                  aria-expanded={isOpen}
                  aria-controls={isOpen ? `${id}-details` : undefined}
                  onClick={() => {
                    setOpened(isOpen ? null : reason);
                    onChoose(isOpen ? [] : nodes);
                  }}
                >
                  <span className={css.line}>
                    <span>{flowStopText(reason)}</span>
                    <b>{adds ? shareText(share, band.amount) : ''}</b>
                  </span>
                  <span className={css.line}>
                    <span className={css.quiet}>{counted(count, 'endpoint')}</span>
                    <span>{fullAmount(band.amount, asset)}</span>
                  </span>
                </button>
                {isOpen ? (
                  <ChevronDown size={14} strokeWidth={1.8} aria-hidden="true" />
                ) : (
                  <ChevronRight size={14} strokeWidth={1.8} aria-hidden="true" />
                )}
              </li>
            );
          })}
        </ul>
      </div>
      {open && (
        <section id={`${id}-details`} className={css.details} aria-label={flowStopText(open.reason)}>
          <h3>{flowStopText(open.reason)}</h3>
          <BandDetails band={open} nameOf={nameOf} onChoose={onChoose} onTrace={onTrace} />
        </section>
      )}
    </figure>
  );
}
