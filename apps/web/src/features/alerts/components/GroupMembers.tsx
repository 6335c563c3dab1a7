import { type AlertGroup, alertLimits, canAcknowledgeAlert, type Organization } from '@hopscope/contract';
import { toApiError } from '../../../lib/api/api-error.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { useUser } from '../../../lib/services.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { LoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { RowTableSkeleton } from '../../../ui/display/RowTable.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useAcknowledge, useAcknowledgeAll, useGroupMembers } from '../api/alerts.ts';
import css from './AlertGroups.module.css';
import { More } from './AlertTable.tsx';

/** The alerts of a group, with a button to acknowledge all that the person may. */
export function GroupMembers({ group, organization }: { group: AlertGroup; organization: Organization }) {
  const { _id: organizationId, role } = organization;
  const { _id: userId } = useUser();
  const { counted } = useFormats();
  const toast = useToast();
  const { data, error, refetch } = useGroupMembers(organizationId, group._id);
  const all = useAcknowledgeAll(organizationId);
  const one = useAcknowledge(organizationId);
  if (!data) {
    return error ? (
      <LoadFailure title="Alerts could not be loaded" error={error} onRetry={refetch} />
    ) : (
      <RowTableSkeleton rows={2} kind="facts" />
    );
  }
  const mine = data.filter(
    ({ status, assignee }) =>
      status === 'new' && canAcknowledgeAlert({ userId, role }, assignee?._id ?? null),
  );
  function failed(thrown: Error) {
    toast.error(toApiError(thrown).message);
    void refetch();
  }
  function acknowledgeAll() {
    const alerts = mine.map(({ _id: id, version }) => ({ id, version }));
    all.mutate(
      { body: { alerts } },
      {
        onSuccess({ acknowledged, changed }) {
          if (acknowledged.length > 0) toast.success(`${counted(acknowledged.length, 'alert')} acknowledged`);
          if (changed.length > 0) {
            toast.error(`${counted(changed.length, 'alert')} changed since and left unchanged`);
          }
        },
        onError: failed,
      },
    );
  }
  return (
    <div>
      <List label={`Alerts for ${group.address}`}>
        {data.map((alert) => (
          <ListItem
            key={alert._id}
            title={
              <>
                {alert.message}{' '}
                {alert.status === 'new' ? <Tag tone="blue">New</Tag> : <Tag tone="gray">Acknowledged</Tag>}
              </>
            }
            text={
              <More
                own={alert}
                organization={organization}
                onAcknowledge={({ _id: id, version }) =>
                  one.mutate({ params: { id }, body: { version } }, { onError: failed })
                }
              />
            }
          />
        ))}
      </List>
      {group.count > alertLimits.together && (
        <Text tone={2} size={12}>
          {alertLimits.together} of {group.count} are shown, new ones first.
        </Text>
      )}
      {mine.length > 1 && (
        <div className={css.foot}>
          <Button size="small" loading={all.isPending} onClick={acknowledgeAll}>
            Acknowledge {mine.length}
          </Button>
        </div>
      )}
    </div>
  );
}
