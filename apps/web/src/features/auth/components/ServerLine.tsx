import { type NetworkText, networkText } from '../../../lib/text/network-text.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { type BitcoinHealth, useServerHealth } from '../../../lib/server-health.ts';
import { LiveDot } from '../../../ui/feedback/LiveDot.tsx';
import { Row } from '../../../ui/layout/Row.tsx';

function Network({ bitcoin, shown }: { bitcoin: BitcoinHealth; shown: NetworkText | null }) {
  const { count } = useFormats();
  const { network, height, status } = bitcoin;
  if (shown && (shown.failed || status?.phase === 'starting' || status?.phase === 'loading'))
    return `${shown.title}. ${shown.text}`;
  if (height === null) return shown?.title ?? 'Empty ledger';
  return `${shown?.title ?? `Bitcoin ${network ?? ''}`}, block ${count(height)}`;
}

/** Version on the left, network and height on the right; empty until the server has answered. */
export function ServerLine() {
  const formats = useFormats();
  const { data } = useServerHealth();
  if (!data) return null;
  const shown = networkText(data.bitcoin, formats);
  return (
    <>
      <span>Hopscope {data.version}</span>
      <Row gap={6}>
        <LiveDot on={data.bitcoin.height !== null && !shown?.failed} />
        <span>
          <Network bitcoin={data.bitcoin} shown={shown} />
        </span>
      </Row>
    </>
  );
}
