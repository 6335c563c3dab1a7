import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts';
import { Mark } from '../../../ui/feedback/Mark.tsx';
import { PlainScreen } from '../../../ui/layout/PlainScreen.tsx';
import { BrandLine } from '../../../ui/layout/SplitScreen.tsx';
import { ThemeToggle } from '../../../ui/button/ThemeToggle.tsx';
import { Choose } from './Choose.tsx';
import { InvitationStep } from './InvitationStep.tsx';

/** Ways to join an organization: by the invitation in the URL, or by choice. */
export function OnboardingPage({ token, org }: { token?: string | undefined; org?: string | undefined }) {
  useDocumentTitle('Welcome');
  return (
    <PlainScreen
      top={
        <>
          <BrandLine>
            <Mark size={30} />
            Hopscope
          </BrandLine>
          <ThemeToggle />
        </>
      }
    >
      {token === undefined ? <Choose /> : <InvitationStep key={token} token={token} org={org} />}
    </PlainScreen>
  );
}
