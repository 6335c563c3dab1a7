import { Link } from '@tanstack/react-router';
import { type NetworkText, networkText } from '../../lib/text/network-text.ts';
import { useFormats } from '../../lib/people/formats-context.tsx';
import { useServerHealth } from '../../lib/server-health.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Tag } from '../../ui/display/Tag.tsx';
import { ScreenReaderText } from '../../ui/text/ScreenReaderText.tsx';
import css from './NetworkBanner.module.css';

/** Removes duplicates: both chains of the demo are one network, named once, with the text of its Bitcoin side. */
function distinct(texts: readonly (NetworkText | null)[]): NetworkText[] {
  const reported = texts.filter((text) => text !== null);
  return reported.filter((text, index) => reported.findIndex(({ title }) => title === text.title) === index);
}

/** Returns what there is to report about the networks. */
function useNetworkTexts(): NetworkText[] {
  const formats = useFormats();
  const { data } = useServerHealth();
  if (!data) return [];
  const { bitcoin, ethereum } = data;
  const ofEthereum = networkText(ethereum, formats);
  const named =
    ofEthereum && ethereum.network !== 'demo' && ethereum.source !== 'demo'
      ? { ...ofEthereum, title: `Ethereum: ${ofEthereum.title.toLowerCase()}` }
      : ofEthereum;
  return distinct([networkText(bitcoin, formats), named]);
}

/** Tag in the top bar of every page: the chain is fictional. It takes no space from the page. */
export function NetworkTag() {
  const { data } = useServerHealth();
  const shown = useNetworkTexts().find(({ settled }) => settled);
  if (!shown) return null;
  const demo = data?.bitcoin.source === 'demo';
  const tag = (
    <Tag title={shown.text}>
      {shown.title}
      <ScreenReaderText>. {shown.text}.</ScreenReaderText>
      {demo && <ScreenReaderText> What to try</ScreenReaderText>}
    </Tag>
  );
  return (
    <div role="note" className={css.note}>
      {demo ? (
        <Link to="/home/what-to-try" className={css.link}>
          {tag}
        </Link>
      ) : (
        tag
      )}
    </div>
  );
}

/** Line above the page about a source that is loading history, waits, or has stopped. */
export function NetworkBanner() {
  return useNetworkTexts()
    .filter(({ settled }) => !settled)
    .map((shown) => (
      <Banner key={shown.title} failed={shown.failed}>
        <span>
          <b>{shown.title}.</b> {shown.text.replace(/\.$/, '')}.
        </span>
      </Banner>
    ));
}
