import { type Organization, sarLimits, sarStatuses } from '@hopscope/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { InOrganization } from '../../../shared/organization/InOrganization.tsx';
import { LearnMore } from '../../../ui/button/LearnMore.tsx';
import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { Page, PageHeader } from '../../../ui/layout/Page.tsx';
import { Pagination } from '../../../ui/display/Pagination.tsx';
import { TableFoot } from '../../../ui/display/RowTable.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useBeginSar, useSars, useSarBatch } from '../api/sars.ts';
import { sarStatusNames } from '../../../lib/text/sar-status-names.ts';
import { isSarFiltered, type SarsSearch } from '../model/sars-search.ts';
import { InstitutionCard } from './InstitutionCard.tsx';
import { SarTable } from './SarTable.tsx';
import css from './Sars.module.css';
import { Download } from 'lucide-react';
import { CheckBox } from '../../../ui/form/CheckBox.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';

/** Selection of signed reports for one FinCEN file; kept while paging. */
function BatchCard({ organization, view }: { organization: Organization; view: SarsSearch }) {
  const { page = 1 } = view;
  const query = useSars(organization._id, { status: 'SIGNED', page: view.page });
  const take = useSarBatch(organization._id);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <LoadedCard title="FinCEN batch" query={query} failure="Reports could not be loaded" skeleton={4}>
      {({ data, total }) =>
        total === 0 ? (
          <EmptyState title="No report is signed">
            Reports can be exported once two people have signed them.
          </EmptyState>
        ) : (
          <>
            <div className={css.body}>
              <Text tone={2}>
                One file with one activity per report, in the order in which you select them. Each activity
                names its own filing institution; the institution saved here is the transmitter.
              </Text>
              {data.map(({ _id, number, title }) => (
                <CheckBox
                  key={_id}
                  label={`#${String(number)} ${title}`}
                  checked={chosen.includes(_id)}
                  disabled={!chosen.includes(_id) && chosen.length >= sarLimits.batch}
                  onChange={(checked) =>
                    setChosen(checked ? [...chosen, _id] : chosen.filter((id) => id !== _id))
                  }
                />
              ))}
              <FormFailure
                text={take.error ? failureMessage(take.error, 'Failed to create the file') : undefined}
              />
              <span>
                <Button
                  kind="primary"
                  icon={<Download size={15} aria-hidden="true" />}
                  disabled={chosen.length === 0}
                  loading={take.isPending}
                  onClick={() => take.mutate(chosen)}
                >
                  FinCEN batch XML of {chosen.length}
                </Button>
              </span>
            </div>
            <TableFoot pager={<Pagination page={page} totalPages={Math.ceil(total / sarLimits.pageSize)} />}>
              Signed, not filed: {total}
            </TableFoot>
          </>
        )
      }
    </LoadedCard>
  );
}

interface Viewing {
  view: SarsSearch;
  onView: (change: SarsSearch) => void;
}

/** Creates a report for the case by which the list is filtered. */
function NewReport({ caseId, organizationId }: { caseId: string; organizationId: string }) {
  const toast = useToast();
  const navigate = useNavigate();
  const begin = useBeginSar(organizationId);
  return (
    <Button
      kind="primary"
      loading={begin.isPending}
      onClick={() =>
        begin.mutate(
          { body: { caseId } },
          {
            onSuccess: ({ data }) =>
              void navigate({ to: '/home/sars/$id', params: { id: data._id }, search: {} }),
            onError: (thrown) => toast.error(failureMessage(thrown, 'Failed to create the report')),
          },
        )
      }
    >
      New report for this case
    </Button>
  );
}

function NoReports({ view, onView }: Viewing) {
  if (isSarFiltered(view) || view.page !== undefined) {
    return (
      <EmptyState
        title="No reports match"
        actions={
          <Button onClick={() => onView({ status: undefined, search: undefined, page: undefined })}>
            Reset filters
          </Button>
        }
      >
        Change or reset the filters.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={view.case === undefined ? 'No reports yet' : 'No report for this case yet'}
      actions={
        view.case === undefined && (
          <LinkButton to="/home/cases" search={{}}>
            Cases
          </LinkButton>
        )
      }
    >
      {view.case === undefined
        ? 'Start a report from a case. It includes the case’s transactions.'
        : 'A new report includes the transactions of the case.'}
    </EmptyState>
  );
}

/** Option of the status select for all statuses. */
const every = 'EVERY';

function Filters({ view, onView }: Viewing) {
  const [typed, setTyped] = useState(view.search ?? '');
  return (
    <div className={css.filters}>
      <Field
        label="Search"
        name="search"
        size="middle"
        optional
        maxLength={200}
        placeholder="Title, subject, reference or #number"
        value={typed}
        onChange={(text) => {
          setTyped(text);
          onView({ search: text.trim() === '' ? undefined : text.trim(), page: undefined });
        }}
      />
      <SelectField
        label="Status"
        value={view.status ?? every}
        options={[
          { value: every, label: 'All statuses' },
          ...sarStatuses.map((value) => ({ value, label: sarStatusNames[value] })),
        ]}
        onChange={(value) => onView({ status: sarStatuses.find((each) => each === value), page: undefined })}
      />
      {view.case !== undefined && (
        <span className={css.beside}>
          <Button onClick={() => onView({ case: undefined, page: undefined })}>
            Show reports of all cases
          </Button>
        </span>
      )}
    </div>
  );
}

function Reports({ organization, view, onView }: Viewing & { organization: Organization }) {
  const { count, counted } = useFormats();
  const query = useSars(organization._id, view);
  const { page = 1 } = view;
  return (
    <LoadedCard
      title={view.case === undefined ? 'All reports' : 'Reports of this case'}
      query={query}
      failure="Reports could not be loaded"
      skeleton={8}
      count={query.data && count(query.data.total)}
      extra={view.case !== undefined && <NewReport caseId={view.case} organizationId={organization._id} />}
    >
      {({ data, total }) => (
        <>
          <Filters view={view} onView={onView} />
          {data.length === 0 ? (
            <NoReports view={view} onView={onView} />
          ) : (
            <SarTable rows={data} stale={query.isPlaceholderData} />
          )}
          <TableFoot pager={<Pagination page={page} totalPages={Math.ceil(total / sarLimits.pageSize)} />}>
            Total: {counted(total, 'report')}
          </TableFoot>
        </>
      )}
    </LoadedCard>
  );
}

function Shown({ organization, view, onView }: Viewing & { organization: Organization }) {
  if (view.show === 'institution') return <InstitutionCard organization={organization} />;
  if (view.show === 'batch') return <BatchCard organization={organization} view={view} />;
  return <Reports organization={organization} view={view} onView={onView} />;
}

/** Suspicious activity reports of the organization; the view is stored in the URL. */
export function SarsPage({ view, onView }: Viewing) {
  useDocumentTitle('Reports (SAR)');
  return (
    <Page>
      <PageHeader
        title="Reports (SAR)"
        identity={
          <Text tone={2}>
            Suspicious activity reports, signed by two people. They are confidential.{' '}
            <LearnMore about="filings" />
          </Text>
        }
        actions={
          view.show === undefined ? (
            <>
              <Button onClick={() => onView({ show: 'batch', page: undefined })}>FinCEN batch</Button>
              <Button onClick={() => onView({ show: 'institution' })}>Institution</Button>
            </>
          ) : (
            <Button onClick={() => onView({ show: undefined, page: undefined })}>Back to the reports</Button>
          )
        }
      />
      <InOrganization why="You need to be part of an organization to use reports.">
        {(organization) => (
          <Shown key={organization._id} organization={organization} view={view} onView={onView} />
        )}
      </InOrganization>
    </Page>
  );
}
