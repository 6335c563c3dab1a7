import type { Organization } from '@hopscope/contract';
import { Card } from '../../../ui/layout/Card.tsx';
import { NotesPanel } from './NotesPanel.tsx';

const general = { type: 'general' } as const;

/** Tab Notes of the organization: all notes, with a form for general ones. */
export function NotesSection({ organization }: { organization: Organization }) {
  return (
    <Card title="Notes" padded>
      <NotesPanel organization={organization} subject={general} />
    </Card>
  );
}
