import type { CaseDetails, Organization } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { useUser } from '../../../../lib/services.ts';
import { useDocumentTitle } from '../../../../lib/browser/use-document-title.ts';
import { Card } from '../../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { InOrganization } from '../../../../shared/organization/InOrganization.tsx';
import { LinkButton } from '../../../../ui/button/LinkButton.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { Columns, Page, PageHeader } from '../../../../ui/layout/Page.tsx';
import { type Section, SectionNav } from '../../../../ui/layout/SectionNav.tsx';
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { useCase } from '../../api/cases.ts';
import { useLiveCase } from '../../api/live-cases.ts';
import { caseRights } from '../../model/case-rights.ts';
import type { CaseSearch } from '../../model/cases-search.ts';
import { CaseAbout, CaseDecision } from './CaseAbout.tsx';
import { CaseActions } from './CaseActions.tsx';
import { CaseAddresses } from './CaseAddresses.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { CaseDialogs } from './CaseDialogs.tsx';
import { CaseDocuments } from './CaseDocuments.tsx';
import { CaseEvidence } from './CaseEvidence.tsx';
import { CaseFigures } from './CaseFigures.tsx';
import { CaseNotes } from './CaseNotes.tsx';
import { CaseSars } from './CaseSars.tsx';
import { CaseStatusTag, PriorityTag } from './CaseTags.tsx';
import { CaseTasks } from './CaseTasks.tsx';
import { CaseTimeline } from './CaseTimeline.tsx';
import { CaseTracks } from './CaseTracks.tsx';
import { CaseTransactions } from './CaseTransactions.tsx';
import { OthersNotice } from './OthersNotice.tsx';

interface Shown {
  id: string;
  view: CaseSearch;
  onView: (change: CaseSearch) => void;
}

const sections: readonly Section[] = [
  { id: 'over-time', name: 'Over time' },
  { id: 'transactions', name: 'Transactions' },
  { id: 'evidence', name: 'Evidence' },
  { id: 'notes', name: 'Notes' },
  { id: 'timeline', name: 'Timeline' },
];

function Found({
  found,
  organization,
  view,
  onView,
}: Omit<Shown, 'id'> & { found: CaseDetails; organization: Organization }) {
  useDocumentTitle(`Case ${String(found.number)}: ${found.title}`);
  const { _id: me } = useUser();
  const changed = useLiveCase(found);
  const rights = caseRights(me, organization.role, found);
  const { writes } = rights;
  return (
    <>
      <PageHeader
        trail={
          <>
            <Link to="/home/cases" search={{}}>
              Cases
            </Link>{' '}
            / Case {found.number}, version {found.version}
          </>
        }
        title={found.title}
        tags={
          <>
            <CaseStatusTag status={found.status} />
            <PriorityTag priority={found.priority} />
            {found.hold && <Tag tone="orange">Legal hold</Tag>}
          </>
        }
        actions={
          <CaseActions found={found} rights={rights} onOpen={(dialog, what) => onView({ dialog, what })} />
        }
      />
      <OthersNotice found={found} changed={changed} />
      <CaseFigures found={found} />
      <SectionNav sections={sections} />
      <Columns
        sticky
        main={
          <>
            {found.decision && <CaseDecision decision={found.decision} />}
            <div id="over-time" tabIndex={-1}>
              <CaseTracks found={found} />
            </div>
            <CaseTransactions found={found} writes={writes} />
            <CaseEvidence found={found} writes={writes} manages={rights.manages} />
            <CaseNotes found={found} writes={writes} />
            <CaseTimeline found={found} page={view.page ?? 1} />
          </>
        }
        rail={
          <>
            <CaseAbout found={found} organization={organization} rights={rights} />
            <CaseTasks found={found} writes={writes} onOpen={(what) => onView({ dialog: 'task', what })} />
            <CaseAddresses found={found} writes={writes} onAdd={() => onView({ dialog: 'address' })} />
            <CaseDocuments found={found} writes={writes} onAdd={() => onView({ dialog: 'document' })} />
            <CaseSars found={found} />
          </>
        }
      />
      <CaseDialogs
        found={found}
        rights={rights}
        view={view}
        onClose={() => onView({ dialog: undefined, what: undefined })}
      />
    </>
  );
}

function Loaded({ organization, ...shown }: Shown & { organization: Organization }) {
  const query = useCase(organization._id, shown.id);
  if (query.data) return <Found key={shown.id} found={query.data} organization={organization} {...shown} />;
  if (!query.error) {
    return (
      <Card>
        <RowTableSkeleton rows={10} kind="facts" />
      </Card>
    );
  }
  const { code, status } = toApiError(query.error);
  if (code === 'not_found' || status === 400) {
    return (
      <EmptyState
        path="outside"
        title="Case not found"
        actions={
          <LinkButton to="/home/cases" search={{}}>
            All cases
          </LinkButton>
        }
      >
        This case does not exist in {organization.name}. It may belong to another of your organizations.
      </EmptyState>
    );
  }
  return <LoadFailure title="The case could not be loaded" error={query.error} onRetry={query.refetch} />;
}

/** A case with all its parts; open dialogs are stored in the URL. */
export function CasePage(shown: Shown) {
  useDocumentTitle('Case');
  return (
    <Page>
      <InOrganization why="You need to be part of an organization to use cases.">
        {(organization) => <Loaded key={organization._id} organization={organization} {...shown} />}
      </InOrganization>
    </Page>
  );
}
