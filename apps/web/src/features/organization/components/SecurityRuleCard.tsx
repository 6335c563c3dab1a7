import { type Organization, texts } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { Toggle } from '../../../ui/form/Toggle.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useUpdateOrganization } from '../api/organization.ts';

/** Whether members must have a second factor. */
export function SecurityRuleCard({
  organization,
  editable,
}: {
  organization: Organization;
  editable: boolean;
}) {
  const toast = useToast();
  const update = useUpdateOrganization();
  const { requireSecondFactor } = organization.settings;

  function save(required: boolean) {
    update.mutate(
      { params: { id: organization._id }, body: { settings: { requireSecondFactor: required } } },
      {
        onSuccess: () => toast.success(texts.organizationUpdated),
        onError: (thrown) => toast.error(failureMessage(thrown, texts.organizationUpdateFailed)),
      },
    );
  }

  return (
    <Card title="Member sign-in" padded>
      <Toggle
        label="Require a second factor"
        help={
          <>
            Members without an authenticator app or a passkey have no access to this organization until they
            set one up in <Link to="/home/settings/security">Security Settings</Link>. To turn this on, set
            one up for your own account first.
          </>
        }
        checked={update.isPending ? !requireSecondFactor : requireSecondFactor}
        loading={update.isPending}
        disabled={!editable}
        onChange={save}
      />
    </Card>
  );
}
