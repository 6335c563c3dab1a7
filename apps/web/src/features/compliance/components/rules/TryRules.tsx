import { type CallOutput, type ScreeningCheck, type screeningEndpoints, texts } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { formFailure } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { type RowColumns, RowTable, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Inset } from '../../../../ui/layout/Inset.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useTryRules } from '../../api/screening-rules.ts';
import { Decision } from '../checks/check-labels.tsx';

/** Checks that the draft decides on again. */
const tried = 10_000;

type Result = CallOutput<typeof screeningEndpoints.tryScreeningRules>['data'];
type Change = { active: ScreeningCheck['decision']; draft: ScreeningCheck['decision'] };

const decisionColumns = [
  { title: 'Active rules', render: (_: unknown, { active }: Change) => <Decision decision={active} /> },
  { title: 'Draft', render: (_: unknown, { draft }: Change) => <Decision decision={draft} /> },
];
const examples: RowColumns<Result['examples'][number]> = [
  {
    title: 'Check',
    render: (_, { checkId }) => (
      <Link to="/home/compliance-screener/checks" search={{ check: checkId }}>
        {checkId}
      </Link>
    ),
  },
  ...decisionColumns,
];

function Changes({ result }: { result: Result }) {
  const { count, counted } = useFormats();
  const { looked, changed, changes, examples: rows } = result;
  if (looked === 0) {
    return (
      <EmptyState title="No checks yet">
        Once programs have screened transfers, the draft can be compared with the active rules.
      </EmptyState>
    );
  }
  const sums: RowColumns<Result['changes'][number]> = [
    ...decisionColumns,
    { title: 'Checks', align: 'right', render: (_, { checks }) => count(checks) },
  ];
  return (
    <>
      {changed === 0 ? (
        <EmptyState title="No decision changes">The draft decides as the active rules do.</EmptyState>
      ) : (
        <>
          <RowTable
            label="Changed decisions"
            columns={sums}
            rows={changes}
            rowKey={({ active, draft }) => `${active} ${draft}`}
          />
          <RowTable
            label="Latest checks that change"
            columns={examples}
            rows={rows}
            rowKey={({ checkId }) => checkId}
          />
        </>
      )}
      <TableFoot>
        <span>
          {counted(changed, 'decision')} of {counted(looked, 'check')} would change.
        </span>
      </TableFoot>
    </>
  );
}

/** Compares decisions by the draft with those by the active rules. */
export function TryRules({ organizationId }: { organizationId: string }) {
  const { count } = useFormats();
  const attempt = useTryRules();
  return (
    <Card title="Try the draft">
      <Inset>
        <Stack gap={12}>
          <Text tone={2} size={13}>
            Decides again on the latest {count(tried)} checks, with what was known then. Nothing is saved.
          </Text>
          <FormFailure
            text={attempt.isError ? formFailure(attempt.error, texts.screeningRulesTryFailed) : undefined}
          />
          <Actions>
            <Button
              loading={attempt.isPending}
              onClick={() => attempt.mutate({ params: { id: organizationId }, body: { checks: tried } })}
            >
              Compare decisions
            </Button>
          </Actions>
        </Stack>
      </Inset>
      {attempt.data && <Changes result={attempt.data.data} />}
    </Card>
  );
}
