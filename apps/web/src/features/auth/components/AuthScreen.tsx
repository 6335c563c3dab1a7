import { type ReactNode, useEffect } from 'react';
import { texts } from '@hopscope/contract';
import { useServices } from '../../../lib/services.ts';
import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts';
import { HopScene } from '../../../ui/feedback/HopScene.tsx';
import { Mark } from '../../../ui/feedback/Mark.tsx';
import { BrandLine, SplitScreen } from '../../../ui/layout/SplitScreen.tsx';
import { ThemeToggle } from '../../../ui/button/ThemeToggle.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { ServerLine } from './ServerLine.tsx';

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
