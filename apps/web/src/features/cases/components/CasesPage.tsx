import type { Organization } from '@hopscope/contract';
import { Plus } from 'lucide-react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { InOrganization } from '../../../shared/organization/InOrganization.tsx';
import { LearnMore } from '../../../ui/button/LearnMore.tsx';
import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { Page, PageHeader } from '../../../ui/layout/Page.tsx';
import { Pagination } from '../../../ui/display/Pagination.tsx';
import { TableFoot } from '../../../ui/display/RowTable.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { casePageSize, useCases } from '../api/cases.ts';
import { useLiveCases } from '../api/live-cases.ts';
import { type CasesSearch, isCaseFiltered, noCaseFilter } from '../model/cases-search.ts';
import { CaseFilters } from './CaseFilters.tsx';
import { CaseTable } from './CaseTable.tsx';
import { NewCase } from './NewCase.tsx';

interface Shown {
  view: CasesSearch;
  onView: (change: CasesSearch) => void;
}

function NoCases({ view, onView }: Shown) {
  if (isCaseFiltered(view) || view.page !== undefined) {
    return (
      <EmptyState
        title="No cases match"
        actions={<Button onClick={() => onView({ ...noCaseFilter, page: undefined })}>Reset filters</Button>}
      >
        Change or reset the filters.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No open cases"
      actions={
        <>
          <Button kind="primary" onClick={() => onView({ new: true })}>
            New case
          </Button>
          <LinkButton to="/home/compliance-screener" search={{}}>
            Compliance Screener
          </LinkButton>
        </>
      }
    >
      A case brings together the transactions, addresses, notes, and files of an investigation. You can also
      open one from a transaction in the Compliance Screener.
    </EmptyState>
  );
}

const titles = { open: 'Open cases', closed: 'Closed cases', all: 'All cases' } as const;

function List({ organization, view, onView }: Shown & { organization: Organization }) {
  const { count, counted } = useFormats();
  const query = useCases(organization._id, view);
  useLiveCases(organization._id);
  const { page = 1 } = view;
  return (
    <>
      <CaseFilters organization={organization} view={view} onView={onView} />
      <LoadedCard
        title={titles[view.status === undefined ? (view.group ?? 'open') : 'all']}
        query={query}
        failure="Cases could not be loaded"
        skeleton={8}
        count={query.data && count(query.data.total)}
      >
        {({ data, total }) => (
          <>
            {data.length === 0 ? (
              <NoCases view={view} onView={onView} />
            ) : (
              <CaseTable rows={data} stale={query.isPlaceholderData} />
            )}
            <TableFoot pager={<Pagination page={page} totalPages={Math.ceil(total / casePageSize)} />}>
              Total: {counted(total, 'case')}
            </TableFoot>
          </>
        )}
      </LoadedCard>
      <NewCase
        open={view.new === true}
        organizationId={organization._id}
        transaction={view.transaction}
        onClose={() => onView({ new: undefined, transaction: undefined })}
      />
    </>
  );
}

/** Cases of the organization; the view is stored in the URL. */
export function CasesPage({ view, onView }: Shown) {
  useDocumentTitle('Cases');
  return (
    <Page>
      <PageHeader
        title="Cases"
        identity={
          <Text tone={2}>
            Investigations, from suspicion to decision. <LearnMore about="cases" />
          </Text>
        }
        actions={
          <Button
            kind="primary"
            icon={<Plus size={16} aria-hidden="true" />}
            onClick={() => onView({ new: true })}
          >
            New case
          </Button>
        }
      />
      <InOrganization why="You need to be part of an organization to use cases.">
        {(organization) => (
          <List key={organization._id} organization={organization} view={view} onView={onView} />
        )}
      </InOrganization>
    </Page>
  );
}
