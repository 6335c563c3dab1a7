import type { Blockchain } from '@hopscope/contract';
import { blockchains, chains, defaultChain } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { coverageText } from '../../../../lib/text/coverage-text.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { HoverCard } from '../../../../ui/overlay/HoverCard.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { Age } from '../../../../ui/text/Time.tsx';
import css from './LedgerLine.module.css';
import { useLedgerStatus } from '../../api/ledger-status.ts';
import type { LiveState } from '../../../../lib/stream/live-stream.ts';
import { useLiveState } from '../../../../lib/stream/use-live.ts';
import { LiveDot } from '../../../../ui/feedback/LiveDot.tsx';
import { ScreenReaderText } from '../../../../ui/text/ScreenReaderText.tsx';

const words: Record<LiveState, string | null> = {
  off: null,
  connecting: null,
  live: null,
  reconnecting: 'Reconnecting',
  offline: 'Offline',
};

/** Indicates whether figures update live; while they don't, the dot is dashed and a word gives the reason. */
function LiveMark() {
  const state = useLiveState();
  const word = words[state];
  return (
    <span role="status" data-live={state}>
      <LiveDot on={state === 'live'} />
      {word === null ? (
        <ScreenReaderText>{state === 'live' ? 'Live' : ''}</ScreenReaderText>
      ) : (
        <Text tone={3} size={12}>
          {' '}
          {word}
        </Text>
      )}
    </span>
  );
}

/** Live heights of the ledgers in the top bar, linked to the status page. Chains other than the default one only if they have blocks. */
export function LedgerLines() {
  return (
    <Row gap={16}>
      <LiveMark />
      {blockchains.map((chain) => (
        <LedgerLine key={chain} chain={chain} />
      ))}
    </Row>
  );
}

/** Ledger height of a chain; shows the coverage on hover and to screen readers. */
function LedgerLine({ chain }: { chain: Blockchain }) {
  const formats = useFormats();
  const { data, isError } = useLedgerStatus(chain);
  if (chain !== defaultChain && (isError || data?.tip === null)) return null;
  if (isError && !data)
    return (
      <Text tone={3} size={12}>
        Ledger status unavailable
      </Text>
    );
  if (!data) return <span className={css.line} />;
  const { tip, network } = data;
  const coverage = coverageText(data.coverage, formats);
  return (
    <HoverCard content={network === null ? coverage : `${network}: ${coverage}`} kind="tip">
      <Link to="/home/status" aria-label={`${chains[chain].name} ledger: ${coverage}`}>
        <span className={css.line}>
          <Text tone={2} size={12}>
            {chains[chain].coin.symbol}
          </Text>
          {tip ? (
            <>
              <Text size={12}>{formats.count(tip.number)}</Text>
              <span className={css.age}>
                <Text tone={3} size={12}>
                  <Age seconds={tip.timestamp} />
                </Text>
              </span>
            </>
          ) : (
            <Text tone={3} size={12}>
              empty
            </Text>
          )}
        </span>
      </Link>
    </HoverCard>
  );
}
