import { may, type Organization, type RiskProfileRow, texts } from '@hopscope/contract';
import { parseProfile } from '@hopscope/risk';
import { useState } from 'react';
import { formFailure } from '../../../lib/api/failure-message.ts';
import { methodNames } from '../../../lib/risk/risk-level.ts';
import { useVersionText, VersionList } from '../../../shared/versions/VersionList.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { TextButton } from '../../../ui/button/TextButton.tsx';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { RowTableSkeleton } from '../../../ui/display/RowTable.tsx';
import { LoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { Actions, Dialog } from '../../../ui/overlay/Dialog.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useActivateProfile, useRiskProfiles } from '../api/risk-profiles.ts';
import { Differences } from './Differences.tsx';
import { EditDraft } from './EditDraft.tsx';
import { TryDraft } from './TryDraft.tsx';

const nameOf = ({ number }: RiskProfileRow): string =>
  number === 0 ? 'Default profile' : `Version ${number}`;

/** Activates the draft that the person has seen. */
function Activate({
  organizationId,
  draft,
  active,
  onClose,
}: {
  organizationId: string;
  draft: RiskProfileRow;
  active: RiskProfileRow;
  onClose: () => void;
}) {
  const toast = useToast();
  const activate = useActivateProfile();
  return (
    <ConfirmDialog
      title="Activate draft?"
      open
      width={600}
      confirmText="Activate"
      busy={activate.isPending}
      failure={activate.error ? formFailure(activate.error, texts.riskProfileActivateFailed) : undefined}
      onConfirm={() =>
        activate.mutate(
          { params: { id: organizationId }, body: { version: draft.version } },
          {
            onSuccess() {
              toast.success(texts.riskProfileActivated);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <Stack gap={12}>
        <Text tone={2} size={13}>
          New scores of your organization use these settings. Stored scores keep the profile that they were
          calculated with.
        </Text>
        <Differences before={parseProfile(active.settings)} after={parseProfile(draft.settings)} />
      </Stack>
    </ConfirmDialog>
  );
}

function Draft({
  organizationId,
  draft,
  active,
  onEdit,
}: {
  organizationId: string;
  draft: RiskProfileRow;
  active: RiskProfileRow;
  onEdit: () => void;
}) {
  const textOf = useVersionText();
  const [activating, setActivating] = useState(false);
  return (
    <Card title="Draft" padded>
      <Stack gap={12}>
        <Text tone={2} size={13}>
          {textOf(draft)}
        </Text>
        <Differences before={parseProfile(active.settings)} after={parseProfile(draft.settings)} />
        <Actions>
          <Button onClick={onEdit}>Edit draft</Button>
          <Button kind="primary" onClick={() => setActivating(true)}>
            Activate
          </Button>
        </Actions>
      </Stack>
      {activating && (
        <Activate
          organizationId={organizationId}
          draft={draft}
          active={active}
          onClose={() => setActivating(false)}
        />
      )}
    </Card>
  );
}

function Versions({
  rows,
  active,
  editable,
  onUse,
}: {
  rows: readonly RiskProfileRow[];
  active: RiskProfileRow;
  editable: boolean;
  onUse: (row: RiskProfileRow) => void;
}) {
  const [shown, setShown] = useState<RiskProfileRow>();
  return (
    <VersionList
      rows={rows}
      nameOf={nameOf}
      actions={(row) =>
        row.version !== active.version && (
          <>
            <TextButton onClick={() => setShown(row)}>Compare</TextButton>
            {editable && row.state !== 'draft' && (
              <TextButton onClick={() => onUse(row)}>Use as draft</TextButton>
            )}
          </>
        )
      }
    >
      <Dialog
        title={shown ? `${nameOf(shown)} compared with the active profile` : ''}
        open={shown !== undefined}
        width={600}
        onClose={() => setShown(undefined)}
      >
        {shown && <Differences before={parseProfile(active.settings)} after={parseProfile(shown.settings)} />}
      </Dialog>
    </VersionList>
  );
}

/** Tab Risk profile of the organization's settings: the active profile, its draft, and all versions. */
export function RiskProfileSection({ organization }: { organization: Organization }) {
  const { _id: id, role } = organization;
  const query = useRiskProfiles(id);
  const [editing, setEditing] = useState<RiskProfileRow>();
  const rows = query.data;
  if (!rows) {
    return (
      <Card title="Risk profile">
        {query.error ? (
          <LoadFailure title={texts.riskProfilesFailed} error={query.error} onRetry={query.refetch} />
        ) : (
          <RowTableSkeleton rows={4} kind="facts" />
        )}
      </Card>
    );
  }
  const active = rows.find(({ state }) => state === 'active');
  if (!active) throw new RangeError('No profile is active');
  const draft = rows.find(({ state }) => state === 'draft');
  const editable = may(role, 'risk.manage');
  if (editing) {
    return (
      <EditDraft
        organizationId={id}
        base={parseProfile(editing.settings)}
        active={parseProfile(active.settings)}
        onClose={() => setEditing(undefined)}
      />
    );
  }
  const { levels, walk } = parseProfile(active.settings);
  return (
    <>
      <Card
        title="Risk profile"
        padded
        extra={editable && !draft && <Button onClick={() => setEditing(active)}>Create draft</Button>}
      >
        <Stack gap={12}>
          <Text tone={2} size={13}>
            The profile decides how every risk score of {organization.name} is calculated.
            {!editable && ' Only the owner and admins can change it.'}
          </Text>
          <DescriptionList
            facts={[
              ['Active', nameOf(active)],
              ['Levels', `High from ${levels.high}, Medium from ${levels.medium}, Low from ${levels.low}`],
              ['Tracing', `${methodNames[walk.method]}, up to ${walk.hops} hops`],
              [
                'Hash',
                <Text key="hash" mono size={13}>
                  {active.version.slice(0, 16)}
                </Text>,
              ],
            ]}
          />
        </Stack>
      </Card>
      {draft && (
        <>
          <Draft organizationId={id} draft={draft} active={active} onEdit={() => setEditing(draft)} />
          <TryDraft organizationId={id} />
        </>
      )}
      <Versions rows={rows} active={active} editable={editable} onUse={setEditing} />
    </>
  );
}
