import { type ReactNode, useEffect } from 'react';
import { texts } from '@hopscope/contract';
import { useServices } from '../../../lib/services.ts';
import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts';
import { HopScene } from '../../../ui/feedback/HopScene.tsx';
import { Mark } from '../../../ui/feedback/Mark.tsx';
import { BrandLine, SplitScreen } from '../../../ui/layout/SplitScreen.tsx';
import { ThemeToggle } from '../../../ui/button/ThemeToggle.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
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
function ServerLine() {
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

/** Layout of the login and register pages. */
export function AuthScreen({
  title,
  subtitle,
  children,
}: {
  title: string;
  subtitle: ReactNode;
  children: ReactNode;
}) {
  const { session } = useServices();
  const toast = useToast();
  useDocumentTitle(title);

  useEffect(() => {
    const state = session.state();
    if (state.status === 'signed-out' && state.reason === 'corrupted') toast.error(texts.sessionCorrupted);
  }, [session, toast]);

  return (
    <SplitScreen
      top={
        <>
          <BrandLine>
            <Mark size={30} />
            Hopscope
          </BrandLine>
          <ThemeToggle />
        </>
      }
      title={title}
      subtitle={subtitle}
      foot={<ServerLine />}
      caption="Four hops from a theft to your client."
      captionText="Follow every one of them."
      picture={<HopScene />}
    >
      {children}
    </SplitScreen>
  );
}
