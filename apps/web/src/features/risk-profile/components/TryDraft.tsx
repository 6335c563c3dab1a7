import { type CallOutput, riskBulkLimit, texts, tryRiskProfile } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { useForm } from '../../../lib/form/use-form.ts';
import { readForm } from '../../../lib/form/read-form.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Hash } from '../../../shared/chain/Hash.tsx';
import { RiskBadge } from '../../../shared/risk/RiskBadge.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { type RowColumns, RowTable, TableFoot } from '../../../ui/display/RowTable.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { useTryProfile } from '../api/risk-profiles.ts';

type Tried = CallOutput<typeof tryRiskProfile>;

const columns: RowColumns<Tried['data'][number]> = [
  {
    title: 'Address',
    render: (_, { identifier }) => (
      <Hash
        value={identifier}
        what="address"
        length="medium"
        link={(content) => (
          <Link to="/home/risk-dashboard" search={{ address: identifier }}>
            {content}
          </Link>
        )}
      />
    ),
  },
  {
    title: 'Active profile',
    render: (_, { active }) => <RiskBadge level={active.level} score={active.score} plain />,
  },
  { title: 'Draft', render: (_, { draft }) => <RiskBadge level={draft.level} score={draft.score} plain /> },
];

function Result({ tried }: { tried: Tried }) {
  const { counted } = useFormats();
  const { data, looked, refused } = tried;
  return (
    <>
      {data.length === 0 ? (
        <EmptyState title="No score changes">
          The draft gives the same scores as the active profile.
        </EmptyState>
      ) : (
        <RowTable
          label="Scores that change"
          columns={columns}
          rows={data}
          rowKey={({ identifier }) => identifier}
        />
      )}
      <TableFoot>
        <span>
          {counted(data.length, 'score')} of {counted(looked, 'address', 'addresses')} would change.
          {refused.map(({ identifier, reason }) => ` ${identifier}: ${reason}.`.replace(/\.\.$/, '.'))}
        </span>
      </TableFoot>
    </>
  );
}

/** Compares the scores of addresses by the draft with those by the active profile. */
export function TryDraft({ organizationId }: { organizationId: string }) {
  const { count } = useFormats();
  const attempt = useTryProfile();
  const form = useForm({
    start: { addresses: '' },
    read(values) {
      const addresses = [...new Set(values.addresses.split(/[\s,;]+/).filter((each) => each !== ''))];
      return readForm(
        tryRiskProfile.body,
        { addresses },
        {
          ...(addresses.length === 0 && { addresses: 'Please enter at least one address' }),
          ...(addresses.length > riskBulkLimit && {
            addresses: `Please enter at most ${count(riskBulkLimit)} addresses`,
          }),
        },
      );
    },
    send: (body) => attempt.mutateAsync({ params: { id: organizationId }, body }),
    sent: () => {},
    failure: texts.riskProfileTryFailed,
  });

  return (
    <Card title="Try the draft" padded>
      <FormStack label="Try the draft" onSubmit={form.submit}>
        <TextArea
          label="Addresses"
          minRows={3}
          help={`Up to ${count(riskBulkLimit)} addresses, one per line. Nothing is saved.`}
          {...form.field('addresses')}
        />
        <FormFailure text={form.failure} />
        <Actions>
          <Button submit loading={form.busy}>
            Compare scores
          </Button>
        </Actions>
      </FormStack>
      {attempt.data && <Result tried={attempt.data} />}
    </Card>
  );
}
