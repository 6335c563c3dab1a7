import { type CallOutput, riskBulkLimit, texts, type tryRiskProfile } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formFailure } from '../../../lib/api/failure-message.ts';
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
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const attempt = useTryProfile();

  function submit() {
    const addresses = [...new Set(text.split(/[\s,;]+/).filter((each) => each !== ''))];
    const found =
      addresses.length === 0
        ? 'Please enter at least one address'
        : addresses.length > riskBulkLimit
          ? `Please enter at most ${count(riskBulkLimit)} addresses`
          : undefined;
    setProblem(found);
    if (found === undefined && !attempt.isPending)
      attempt.mutate({ params: { id: organizationId }, body: { addresses } });
  }

  return (
    <Card title="Try the draft" padded>
      <FormStack label="Try the draft" onSubmit={submit}>
        <TextArea
          label="Addresses"
          name="addresses"
          minRows={3}
          value={text}
          error={problem}
          help={`Up to ${count(riskBulkLimit)} addresses, one per line. Nothing is saved.`}
          onChange={setText}
        />
        <FormFailure
          text={attempt.isError ? formFailure(attempt.error, texts.riskProfileTryFailed) : undefined}
        />
        <Actions>
          <Button submit loading={attempt.isPending}>
            Compare scores
          </Button>
        </Actions>
      </FormStack>
      {attempt.data && <Result tried={attempt.data} />}
    </Card>
  );
}
