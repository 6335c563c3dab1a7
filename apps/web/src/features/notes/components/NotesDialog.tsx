import { texts } from '@hopscope/contract';
import { NotebookPen } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useActiveOrganization } from '../../../lib/organizations/use-organizations.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { InOrganization } from '../../../shared/organization/InOrganization.tsx';
import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import { type NoteSubject, subjectKey } from '../model/subject.ts';

const NotesPanel = lazy(async () => ({ default: (await import('./NotesPanel.tsx')).NotesPanel }));

/** Width of the dialog in pixels. */
const dialogWidth = 500;

function NotesContent({ subject }: { subject: NoteSubject }) {
  const { none } = useActiveOrganization();
  if (none) {
    return (
      <EmptyState
        title="Notes are shared with your organization"
        actions={
          <LinkButton to="/onboarding" search={{}}>
            Create or join an organization
          </LinkButton>
        }
      >
        {texts.notesNeedOrganization}
      </EmptyState>
    );
  }
  return (
    <InOrganization why={texts.notesNeedOrganization}>
      {(organization) => (
        <Suspense fallback={<Skeleton width="100%" height={120} />}>
          <NotesPanel
            key={`${organization._id}:${subjectKey(subject)}`}
            organization={organization}
            subject={subject}
          />
        </Suspense>
      )}
    </InOrganization>
  );
}

/** Button that opens the notes on a transaction or address; whether they are open is stored in the URL. */
export function NotesButton({
  subject,
  open,
  onOpen,
  onClose,
}: {
  subject: NoteSubject;
  open: boolean;
  onOpen: () => void;
  onClose: () => void;
}) {
  return (
    <>
      <Button icon={<NotebookPen size={14} strokeWidth={1.8} aria-hidden="true" />} onClick={onOpen}>
        Notes
      </Button>
      <Dialog title="Notes" width={dialogWidth} open={open} onClose={onClose}>
        <NotesContent subject={subject} />
      </Dialog>
    </>
  );
}
