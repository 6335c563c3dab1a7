import type { ScreeningCheck } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useDocumentTitle } from '../../../../lib/browser/use-document-title.ts';
import { InOrganization } from '../../../../shared/organization/InOrganization.tsx';
import { RiskBadge } from '../../../../shared/risk/RiskBadge.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { LearnMore } from '../../../../ui/button/LearnMore.tsx';
import { TextButton } from '../../../../ui/button/TextButton.tsx';
import { type RowColumns, RowTable, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { LoadedCard } from '../../../../ui/layout/LoadedCard.tsx';
import { Page, PageHeader } from '../../../../ui/layout/Page.tsx';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { shownChecks, useChecks } from '../../api/checks.ts';
import type { ChecksSearch } from '../../model/checks-search.ts';
import { orUndefined, useFilterDraft } from '../../model/use-filter-draft.ts';
import { FilterBar } from '../../../../ui/form/FilterBar.tsx';
import { CheckDetails } from './CheckDetails.tsx';
import { CheckSubject, Decision, decisionNames, TransferAmount } from './check-labels.tsx';

interface Shown {
  view: ChecksSearch;
  /** Changes search parameters; removes undefined ones. */
  onView: (change: ChecksSearch) => void;
}
type Listed = Omit<ScreeningCheck, 'exposures' | 'basis'>;

const all = 'all';
const decisions = [
  { value: all, label: 'All decisions' },
  ...(['block', 'review', 'allow'] as const).map((value) => ({ value, label: decisionNames[value] })),
] as const;

function useColumns({ onView }: Pick<Shown, 'onView'>): RowColumns<Listed> {
  const { dateTime } = useFormats();
  return [
    {
      title: 'Asked',
      render: (_, { _id: check, createdAt }) => (
        <TextButton onClick={() => onView({ check })}>{dateTime(createdAt)}</TextButton>
      ),
    },
    { title: 'Decision', render: (_, { decision }) => <Decision decision={decision} /> },
    {
      title: 'Risk',
      render: (_, { score }) =>
        score ? (
          <RiskBadge level={score.level} score={score.score} state={score.state} plain />
        ) : (
          <Text tone={3}>not known yet</Text>
        ),
    },
    {
      title: 'Transfer',
      render: (_, { transfer }) => (transfer.direction === 'in' ? 'Deposit' : 'Withdrawal'),
    },
    { title: 'Amount', align: 'right', render: (_, { transfer }) => <TransferAmount transfer={transfer} /> },
    { title: 'Screened', render: (_, { subject }) => <CheckSubject subject={subject} /> },
    {
      title: 'Client',
      render: (_, { transfer: { client } }) => client?.id ?? <Text tone={3}>none</Text>,
    },
    {
      title: 'Rules',
      render: (_, { rules }) =>
        rules.length > 0 ? rules.map(({ name }) => name).join('; ') : <Text tone={3}>none</Text>,
    },
  ];
}

function Filters({ view, onView }: Shown) {
  const { typed, type } = useFilterDraft({ client: view.client ?? '' });
  return (
    <FilterBar
      filtered={view.client !== undefined || view.decision !== undefined}
      onApply={() => onView({ client: orUndefined(typed.client) })}
      onReset={() => onView({ client: undefined, decision: undefined })}
    >
      <SelectField
        label="Decision"
        value={view.decision ?? all}
        options={decisions}
        onChange={(value) => onView({ decision: value === all ? undefined : value })}
      />
      <Field
        label="Client ID"
        name="client"
        placeholder="Client ID"
        size="middle"
        optional
        maxLength={200}
        value={typed.client}
        onChange={(value) => type('client', value)}
      />
    </FilterBar>
  );
}

function Checks({ organizationId, view, onView }: Shown & { organizationId: string }) {
  const { count, counted } = useFormats();
  const query = useChecks(organizationId, view);
  const columns = useColumns({ onView });
  const isFiltered = view.client !== undefined || view.decision !== undefined;
  return (
    <>
      <Filters view={view} onView={onView} />
      <LoadedCard
        title="Checks"
        query={query}
        failure="Failed to load checks"
        count={query.data && !query.data.hasMore && counted(query.data.checks.length, 'check')}
      >
        {({ checks, hasMore }) =>
          checks.length === 0 ? (
            <EmptyState
              title={isFiltered ? 'No checks match' : 'No checks yet'}
              {...(isFiltered && {
                actions: (
                  <Button onClick={() => onView({ client: undefined, decision: undefined })}>
                    Reset filters
                  </Button>
                ),
              })}
            >
              {isFiltered
                ? 'Change or reset the filters.'
                : 'Transfers that your programs ask about with an API key appear here.'}
            </EmptyState>
          ) : (
            <>
              <RowTable
                label="Checks"
                columns={columns}
                rows={checks}
                rowKey={({ _id }) => _id}
                stale={query.isPlaceholderData}
              />
              {hasMore && <TableFoot>The newest {count(shownChecks)}. The API returns older ones.</TableFoot>}
            </>
          )
        }
      </LoadedCard>
      <Dialog
        title="Check"
        open={view.check !== undefined}
        width={760}
        onClose={() => onView({ check: undefined })}
      >
        {view.check !== undefined && (
          <CheckDetails key={view.check} organizationId={organizationId} id={view.check} />
        )}
      </Dialog>
    </>
  );
}

/** Checks of planned and completed transfers that programs asked for (docs/api/screening.md). */
export function ChecksPage(shown: Shown) {
  useDocumentTitle('Checks');
  return (
    <Page>
      <PageHeader
        trail={<Link to="/home/compliance-screener">Compliance Screener</Link>}
        title="Checks"
        identity={
          <Text tone={2}>
            Transfers that programs asked about, decided by your screening rules. <LearnMore about="checks" />
          </Text>
        }
      />
      <InOrganization why="You need to be part of an organization to see its checks.">
        {({ _id }) => <Checks key={_id} organizationId={_id} {...shown} />}
      </InOrganization>
    </Page>
  );
}
