import { type Organization, type PasswordLength, passwordLengths, texts } from '@hopscope/contract';
import { plainNumbers } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { Toggle } from '../../../ui/form/Toggle.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useUpdateOrganization } from '../api/organization.ts';

type Rules = Pick<Organization['settings'], 'requireSecondFactor' | 'minPasswordLength' | 'maxSessionHours'>;

const lengths = passwordLengths.map((length) => ({ value: String(length), label: `${length} characters` }));

/** Hours that are offered; another number, set through the API, is shown too. */
const offeredHours = [8, 12, 24, 7 * 24, 30 * 24];
const unlimited = 'unlimited';

/** Such numbers are short, so the person's number format doesn't matter. */
const durationText = (hours: number): string =>
  hours % 24 > 0 ? plainNumbers.counted(hours, 'hour') : plainNumbers.counted(hours / 24, 'day');

function sessionOptions(current: number | null) {
  const hours = [...new Set([...offeredHours, ...(current === null ? [] : [current])])].toSorted(
    (a, b) => a - b,
  );
  return [
    { value: unlimited, label: 'As long as they are used' },
    ...hours.map((each) => ({ value: String(each), label: durationText(each) })),
  ];
}

/** What the organization requires of the sign-in of its members. */
export function SecurityRuleCard({
  organization,
  editable,
}: {
  organization: Organization;
  editable: boolean;
}) {
  const toast = useToast();
  const update = useUpdateOrganization();
  const { settings } = organization;
  const next = (update.isPending && update.variables.body.settings) || {};
  const shown: Rules = {
    requireSecondFactor: next.requireSecondFactor ?? settings.requireSecondFactor,
    minPasswordLength: next.minPasswordLength ?? settings.minPasswordLength,
    maxSessionHours: next.maxSessionHours === undefined ? settings.maxSessionHours : next.maxSessionHours,
  };

  function save(change: Partial<Rules>) {
    update.mutate(
      { params: { id: organization._id }, body: { settings: change } },
      {
        onSuccess: () => toast.success(texts.organizationUpdated),
        onError: (thrown) => toast.error(failureMessage(thrown, texts.organizationUpdateFailed)),
      },
    );
  }

  return (
    <Card title="Member sign-in" padded>
      <Stack gap={24}>
        <Toggle
          label="Require a second factor"
          help={
            <>
              Members without an authenticator app or a passkey have no access to this organization until they
              set one up in <Link to="/home/settings/security">Security Settings</Link>. To turn this on, set
              one up for your own account first.
            </>
          }
          checked={shown.requireSecondFactor}
          loading={update.isPending}
          disabled={!editable}
          onChange={(required) => save({ requireSecondFactor: required })}
        />
        <SelectField
          label="Passwords have at least"
          value={String(shown.minPasswordLength)}
          options={lengths}
          loading={update.isPending}
          disabled={!editable}
          onChange={(length) => save({ minPasswordLength: Number(length) as PasswordLength })}
        />
        <SelectField
          label="Sessions last"
          value={shown.maxSessionHours === null ? unlimited : String(shown.maxSessionHours)}
          options={sessionOptions(shown.maxSessionHours)}
          loading={update.isPending}
          disabled={!editable}
          onChange={(hours) => save({ maxSessionHours: hours === unlimited ? null : Number(hours) })}
        />
        <Text tone={2} size={13}>
          Members with a shorter password, or an older sign-in, have no access to this organization until they
          change it or sign in again. API keys are not affected.
        </Text>
      </Stack>
    </Card>
  );
}
