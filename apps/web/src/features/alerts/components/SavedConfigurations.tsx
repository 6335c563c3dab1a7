import type { AlertRule } from '@hopscope/contract';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toApiError } from '../../../lib/api/api-error.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { LoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { RiskBadge } from '../../../shared/risk/RiskBadge.tsx';
import { RowTableSkeleton } from '../../../ui/display/RowTable.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useAlertRules, useChangeAlertRule, useDeleteAlertRule } from '../api/alert-rules.ts';
import { summaryOfSaved } from '../model/alert-form.ts';
import css from './SavedConfigurations.module.css';

function Item({
  rule,
  writes,
  onActive,
  onEdit,
  onDelete,
}: {
  rule: AlertRule;
  writes: boolean;
  onActive: () => void;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { dateTime } = useFormats();
  const sentence = summaryOfSaved(rule);
  const title = rule.summary === '' ? sentence : rule.summary;
  const more = title === sentence ? '' : `${sentence} `;
  const active = rule.isActive ? 'Pause' : 'Resume';
  return (
    <ListItem
      title={
        <>
          {title} {!rule.isActive && <Tag>Paused</Tag>}
        </>
      }
      text={
        <>
          <RiskBadge level={rule.severity} plain /> {more}Saved {dateTime(rule.updatedAt)}
        </>
      }
      actions={
        writes && (
          <>
            <Button size="small" label={`Edit: ${title}`} onClick={onEdit}>
              Edit
            </Button>
            <Button size="small" label={`${active}: ${title}`} onClick={onActive}>
              {active}
            </Button>
            <IconButton label={`Delete: ${title}`} size={32} onClick={onDelete}>
              <Trash2 size={16} strokeWidth={1.6} aria-hidden="true" />
            </IconButton>
          </>
        )
      }
    />
  );
}

/** The rules of the organization, with buttons to edit, pause, and delete each. */
export function SavedConfigurations({
  organizationId,
  writes,
  onEdit,
}: {
  organizationId: string;
  writes: boolean;
  onEdit: (id: string) => void;
}) {
  const toast = useToast();
  const { data, error, refetch } = useAlertRules(organizationId);
  const change = useChangeAlertRule(organizationId);
  const remove = useDeleteAlertRule(organizationId);
  const [asked, setAsked] = useState<AlertRule>();
  const [asking, setAsking] = useState(false);

  function setActive({ _id: id, version, isActive }: AlertRule) {
    change.mutate(
      { params: { id }, body: { version, isActive: !isActive } },
      {
        onError(thrown) {
          toast.error(toApiError(thrown).message);
          void refetch();
        },
      },
    );
  }
  function confirm() {
    if (!asked) return;
    remove.mutate(
      { params: { id: asked._id } },
      {
        onSuccess() {
          setAsking(false);
          toast.success('Alert configuration deleted');
        },
      },
    );
  }
  return (
    <section className={css.saved} aria-label="Saved configurations">
      <header className={css.head}>
        <h3>Saved configurations</h3>
        <Text tone={2} size={12}>
          Applied to every transaction of a monitored address when it is screened.
        </Text>
      </header>
      {!data &&
        (error ? (
          <LoadFailure title="Configurations could not be loaded" error={error} onRetry={refetch} />
        ) : (
          <RowTableSkeleton rows={2} kind="facts" />
        ))}
      {data?.length === 0 && <p className={css.none}>No saved configurations.</p>}
      {data && data.length > 0 && (
        <List label="Saved configurations">
          {data.map((rule) => (
            <Item
              key={rule._id}
              rule={rule}
              writes={writes}
              onActive={() => setActive(rule)}
              onEdit={() => onEdit(rule._id)}
              onDelete={() => {
                setAsked(rule);
                setAsking(true);
              }}
            />
          ))}
        </List>
      )}
      <ConfirmDialog
        title="Delete alert configuration"
        open={asking}
        confirmText="Delete"
        danger
        busy={remove.isPending}
        failure={remove.error ? toApiError(remove.error).message : undefined}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {asked && (asked.summary === '' ? summaryOfSaved(asked) : asked.summary)}
      </ConfirmDialog>
    </section>
  );
}
