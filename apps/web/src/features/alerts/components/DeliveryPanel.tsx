import { may } from '@hopscope/contract';
import { InOrganization } from '../../../shared/organization/InOrganization.tsx';
import { ExpandingPanel } from './ExpandingPanel.tsx';
import { MailPreference } from './MailPreference.tsx';
import { Webhooks } from './Webhooks.tsx';

/** Delivery of alerts to people and other systems. */
export function DeliveryPanel({ open, onOpen }: { open: boolean; onOpen: (open: boolean) => void }) {
  return (
    <ExpandingPanel title="Delivery" open={open} onOpen={onOpen}>
      <InOrganization why="You need to be part of an organization to use alerts.">
        {({ _id, role }) => (
          <>
            <MailPreference key={`mail ${_id}`} organizationId={_id} />
            {may(role, 'webhooks.manage') && <Webhooks key={`webhooks ${_id}`} organizationId={_id} />}
          </>
        )}
      </InOrganization>
    </ExpandingPanel>
  );
}
