import type { Blockchain } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { coverageText } from '../../../../lib/text/coverage-text.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { HoverCard } from '../../../../ui/overlay/HoverCard.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { Age } from '../../../../ui/text/Time.tsx';
import { useLedgerStatus } from '../../api/ledger-status.ts';
import { LiveMark } from './LiveMark.tsx';
import { chainNames } from '../../model/chain-of.ts';

const tickers = { bitcoin: 'BTC', ethereum: 'ETH' } as const;

/** Live heights of the ledgers in the top bar, linked to the status page. Ethereum only if it has blocks. */
export function LedgerLines() {
  return (
    <Row gap={16}>
      <LiveMark />
      <LedgerLine chain="bitcoin" />
      <LedgerLine chain="ethereum" />
    </Row>
  );
}

/** Ledger height of a chain; shows the coverage on hover and to screen readers. */
function LedgerLine({ chain }: { chain: Blockchain }) {
  const formats = useFormats();
  const { data, isError } = useLedgerStatus(chain);
  if (chain === 'ethereum' && (!data || data.tip === null)) return null;
  if (isError && !data)
    return (
      <Text tone={3} size={12}>
        Ledger status unavailable
      </Text>
    );
  if (!data) return null;
  const { tip, network } = data;
  const coverage = coverageText(data.coverage, formats);
  return (
    <HoverCard content={network === null ? coverage : `${network}: ${coverage}`} kind="tip">
      <Link to="/home/status" aria-label={`${chainNames[chain]} ledger: ${coverage}`}>
        <Row gap={6}>
          <Text tone={2} size={12}>
            {tickers[chain]}
          </Text>
          {tip ? (
            <>
              <Text size={12}>{formats.count(tip.number)}</Text>
              <Text tone={3} size={12}>
                <Age seconds={tip.timestamp} />
              </Text>
            </>
          ) : (
            <Text tone={3} size={12}>
              empty
            </Text>
          )}
        </Row>
      </Link>
    </HoverCard>
  );
}
