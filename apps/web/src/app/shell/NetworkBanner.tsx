import { Link } from '@tanstack/react-router';
import { networkText } from '../../lib/network-text.ts';
import { useFormats } from '../../lib/people/formats-context.tsx';
import { useServerHealth } from '../../lib/server-health.ts';
import { Banner } from '../../ui/Banner.tsx';

/** Says on every page that the chain is a made-up one, and how its source does. */
export function NetworkBanner() {
  const formats = useFormats();
  const { data } = useServerHealth();
  const shown = data && networkText(data.bitcoin, formats);
  if (!shown) return null;
  return (
    <Banner failed={shown.failed}>
      <span>
        <b>{shown.title}.</b> {shown.text.replace(/\.$/, '')}.{' '}
        {data.bitcoin.source === 'demo' && !shown.failed && <Link to="/home/what-to-try">What to try</Link>}
      </span>
    </Banner>
  );
}
