import { Tooltip } from 'antd';
import { coverageText } from '../../../lib/coverage-text.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { LiveDot } from '../../../ui/LiveDot.tsx';
import { Row } from '../../../ui/Row.tsx';
import { Text } from '../../../ui/Text.tsx';
import { Age } from '../../../ui/Time.tsx';
import { useLedgerStatus } from '../api/ledger-status.ts';

/** Height of the ledger in the top bar; what it covers on hover and for screen readers. */
export function LedgerLine() {
  const formats = useFormats();
  const { data, isError } = useLedgerStatus();
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
    <Tooltip title={network === null ? coverage : `${network}: ${coverage}`} placement="bottomRight">
      <span tabIndex={0} role="note" aria-label={`Bitcoin ledger: ${coverage}`}>
        <Row gap={6}>
          <LiveDot on={tip !== null} />
          <Text tone={2} size={12}>
            BTC
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
      </span>
    </Tooltip>
  );
}
