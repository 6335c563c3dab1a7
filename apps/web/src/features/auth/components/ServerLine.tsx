import { useFormats } from '../../../lib/people/formats-context.tsx';
import { LiveDot } from '../../../ui/LiveDot.tsx';
import { Row } from '../../../ui/Row.tsx';
import { useServerHealth } from '../api/server-health.ts';

/** Version at the left, network and height at the right; empty until the server has answered. */
export function ServerLine() {
  const { count } = useFormats();
  const { data } = useServerHealth();
  if (!data) return null;
  const { network, height } = data.bitcoin;
  return (
    <>
      <span>Hopscope {data.version}</span>
      <Row gap={6}>
        <LiveDot on={height !== null} />
        {height === null ? 'Empty ledger' : `Bitcoin ${network ?? ''}, block ${count(height)}`}
      </Row>
    </>
  );
}
