import type { CaseDetails } from '@hopscope/contract';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Notice } from '../../../../ui/feedback/Notice.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import { useCaseTimeline } from '../../api/cases.ts';
import { eventTitle } from '../../model/case-labels.ts';

/** Names the person who changed the case meanwhile; the page shows the current state, and typed values are kept. */
export function OthersNotice({ found, changed }: { found: CaseDetails; changed: number | undefined }) {
  const { exactTime } = useFormats();
  const [read, setRead] = useState(0);
  const { data } = useCaseTimeline(found.organizationId, found._id, 1);
  const event = data?.data.find(({ number }) => number === changed);
  const shown = changed !== undefined && changed > read && event !== undefined;
  return (
    <div role="status">
      {shown && (
        <Notice kind="known" icon={<Users size={16} strokeWidth={1.6} aria-hidden="true" />}>
          <Row gap={12} wrap>
            <span>
              Changed by {event.by?.name ?? 'nobody'}: {eventTitle(event.kind).toLowerCase()},{' '}
              {exactTime(Date.parse(event.timestamp) / 1000)}
            </span>
            <TextButton onClick={() => setRead(changed)}>Hide</TextButton>
          </Row>
        </Notice>
      )}
    </div>
  );
}
