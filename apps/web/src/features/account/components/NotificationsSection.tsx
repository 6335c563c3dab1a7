import { type NotificationEvent, type Notifications, notificationEvents } from '@hopscope/contract';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useMe } from '../../../lib/people/use-me.ts';
import { CheckboxMatrix } from '../../../ui/form/CheckboxMatrix.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useUpdateNotifications } from '../api/profile.ts';

const events: Record<NotificationEvent, { name: string; text: string }> = {
  transaction_assigned: {
    name: 'Transaction assigned',
    text: 'A transaction was assigned to you for review.',
  },
  high_risk_transaction: {
    name: 'High-risk transaction',
    text: 'A monitored address received a high-risk transaction.',
  },
  case_comment: { name: 'Case comment', text: 'Someone commented on a case you review.' },
  alert_triggered: { name: 'Alert triggered', text: 'An alert that you configured was triggered.' },
  invitation_received: { name: 'Invitation', text: 'You were invited to an organization.' },
  member_joined: { name: 'Member joined', text: 'Someone joined an organization you administer.' },
  subscription_changed: { name: 'Subscription', text: 'The plan or its payment changed.' },
  security_notice: {
    name: 'Security',
    text: 'Your password, second factor, or sessions changed. Always sent by email.',
  },
};

function Matrix({ chosen }: { chosen: Notifications }) {
  const toast = useToast();
  const update = useUpdateNotifications();
  const shown = update.isPending ? { ...chosen, ...update.variables.body.events } : chosen;

  function set(event: NotificationEvent, channel: 'app' | 'mail', on: boolean) {
    update.mutate(
      { body: { events: { [event]: { ...shown[event], [channel]: on } } } },
      { onError: (thrown) => toast.error(failureMessage(thrown, 'Failed to save notifications')) },
    );
  }

  return (
    <CheckboxMatrix
      label="Notifications"
      columns={[
        { key: 'app', name: 'In the app' },
        { key: 'mail', name: 'By email' },
      ]}
      rows={notificationEvents.map((event) => ({
        key: event,
        ...events[event],
        checked: shown[event],
        locked: { app: false, mail: event === 'security_notice' },
      }))}
      onChange={set}
    />
  );
}

/** Kinds of notifications by channel; every change is saved at once. */
export function NotificationsSection() {
  const query = useMe();
  return (
    <LoadedCard title="Notifications" query={query} failure="Failed to load notifications" skeleton={8}>
      {({ notifications }) => <Matrix chosen={notifications.events} />}
    </LoadedCard>
  );
}
