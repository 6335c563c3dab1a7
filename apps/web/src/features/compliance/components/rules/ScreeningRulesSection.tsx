import { may, type Organization, type ScreeningRulesRow, texts } from '@hopscope/contract';
import { useState } from 'react';
import { formFailure } from '../../../../lib/api/failure-message.ts';
import { useUser } from '../../../../lib/services.ts';
import { useVersionText, VersionList } from '../../../../shared/versions/VersionList.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { LearnMore } from '../../../../ui/button/LearnMore.tsx';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Inset } from '../../../../ui/layout/Inset.tsx';
import { LoadedCard } from '../../../../ui/layout/LoadedCard.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx';
import { Actions, Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useActivateRules, useScreeningRules } from '../../api/screening-rules.ts';
import { EditRules } from './EditRules.tsx';
import { RuleList } from './RuleList.tsx';
import { TryRules } from './TryRules.tsx';

const nameOf = ({ number }: ScreeningRulesRow): string =>
  number === 0 ? 'Default rules' : `Version ${number}`;

function Draft({
  organizationId,
  draft,
  editable,
  onEdit,
}: {
  organizationId: string;
  draft: ScreeningRulesRow;
  editable: boolean;
  onEdit: () => void;
}) {
  const toast = useToast();
  const textOf = useVersionText();
  const user = useUser();
  const activate = useActivateRules();
  const [confirming, setConfirming] = useState(false);
  const isOwn = draft.writtenBy === user._id;
  const { number, writtenAt } = draft;
  return (
    <Card title="Draft">
      <Inset>
        <Text tone={2} size={13}>
          {textOf(draft)}
        </Text>
      </Inset>
      <RuleList label="Rules of the draft" rules={draft.rules} />
      {editable && (
        <Inset>
          <Stack gap={12}>
            {isOwn && (
              <Text tone={2} size={13}>
                You wrote this draft. Another owner or admin has to activate it.
              </Text>
            )}
            <Actions>
              <Button onClick={onEdit}>Edit draft</Button>
              {!isOwn && (
                <Button kind="primary" onClick={() => setConfirming(true)}>
                  Activate
                </Button>
              )}
            </Actions>
          </Stack>
        </Inset>
      )}
      <ConfirmDialog
        title="Activate draft?"
        open={confirming}
        confirmText="Activate"
        busy={activate.isPending}
        failure={activate.error ? formFailure(activate.error, texts.screeningRulesActivateFailed) : undefined}
        onClose={() => setConfirming(false)}
        onConfirm={() =>
          activate.mutate(
            { params: { id: organizationId }, body: { number, writtenAt: writtenAt ?? '' } },
            {
              onSuccess() {
                toast.success(texts.screeningRulesActivated);
                setConfirming(false);
              },
            },
          )
        }
      >
        Transfers and addresses that programs screen from now on are decided by these rules. Stored checks and
        running batches keep the version that they began with.
      </ConfirmDialog>
    </Card>
  );
}

function Versions({
  rows,
  editable,
  onUse,
}: {
  rows: readonly ScreeningRulesRow[];
  editable: boolean;
  onUse: (row: ScreeningRulesRow) => void;
}) {
  const [shown, setShown] = useState<ScreeningRulesRow>();
  return (
    <VersionList
      rows={rows}
      nameOf={nameOf}
      actions={(row) =>
        row.state === 'replaced' && (
          <>
            <TextButton onClick={() => setShown(row)}>View</TextButton>
            {editable && <TextButton onClick={() => onUse(row)}>Use as draft</TextButton>}
          </>
        )
      }
    >
      <Dialog
        title={shown ? nameOf(shown) : ''}
        open={shown !== undefined}
        width={600}
        onClose={() => setShown(undefined)}
      >
        {shown && <RuleList label={nameOf(shown)} rules={shown.rules} />}
      </Dialog>
    </VersionList>
  );
}

/** Tab Screening rules of the organization's settings: the active rules, their draft, and all versions (docs/api/screening.md). */
export function ScreeningRulesSection({ organization }: { organization: Organization }) {
  const { _id: id, name, role } = organization;
  const query = useScreeningRules(id);
  const [editing, setEditing] = useState<ScreeningRulesRow>();
  const editable = may(role, 'risk.manage');
  const rows = query.data ?? [];
  const draft = rows.find(({ state }) => state === 'draft');
  const active = rows.find(({ state }) => state === 'active');
  if (editing) {
    return <EditRules organizationId={id} base={editing.rules} onClose={() => setEditing(undefined)} />;
  }
  return (
    <>
      <LoadedCard
        title="Screening rules"
        query={query}
        failure={texts.screeningRulesFailed}
        extra={
          editable && active && !draft && <Button onClick={() => setEditing(active)}>Create draft</Button>
        }
      >
        {() => (
          <>
            <Inset>
              <Text tone={2} size={13}>
                Decide on transfers and addresses that programs of {name} screen. The gravest decision of all
                rules that hold counts; without one, a transfer is allowed.
                {!editable && ' Only the owner and admins can change them.'}{' '}
                <LearnMore about="screeningRules" />
              </Text>
            </Inset>
            {active && <RuleList label="Active rules" rules={active.rules} />}
          </>
        )}
      </LoadedCard>
      {draft && (
        <>
          <Draft organizationId={id} draft={draft} editable={editable} onEdit={() => setEditing(draft)} />
          <TryRules organizationId={id} />
        </>
      )}
      {query.data && <Versions rows={rows} editable={editable} onUse={setEditing} />}
    </>
  );
}
