import { Link } from '@tanstack/react-router';
import { type NetworkText, networkText } from '../../lib/text/network-text.ts';
import { useFormats } from '../../lib/people/formats-context.tsx';
import { useServerHealth } from '../../lib/server-health.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';

/** Removes duplicates: both chains of the demo are one network, named once, with the text of its Bitcoin side. */
function distinct(texts: readonly (NetworkText | null)[]): NetworkText[] {
  const reported = texts.filter((text) => text !== null);
  return reported.filter((text, index) => reported.findIndex(({ title }) => title === text.title) === index);
}

/** Shows on every page that a chain is fictional, and the state of its source. */
export function NetworkBanner() {
  const formats = useFormats();
  const { data } = useServerHealth();
  if (!data) return null;
  const { bitcoin, ethereum } = data;
  const ofEthereum = networkText(ethereum, formats);
  const named =
    ofEthereum && ethereum.network !== 'demo' && ethereum.source !== 'demo'
      ? { ...ofEthereum, title: `Ethereum: ${ofEthereum.title.toLowerCase()}` }
      : ofEthereum;
  return distinct([networkText(bitcoin, formats), named]).map((shown) => (
    <Banner key={shown.title} failed={shown.failed}>
      <span>
        <b>{shown.title}.</b> {shown.text.replace(/\.$/, '')}.{' '}
        {bitcoin.source === 'demo' && !shown.failed && <Link to="/home/what-to-try">What to try</Link>}
      </span>
    </Banner>
  ));
}
