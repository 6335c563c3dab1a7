import {
  checkSar,
  type Organization,
  type SarContent,
  type SarDetails,
  type SarProblem,
} from '@hopscope/contract';
import { utcDay } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { Users, CornerDownRight, Download } from 'lucide-react';
import { useState } from 'react';
import { toApiError } from '../../../lib/api/api-error.ts';
import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { InOrganization } from '../../../shared/organization/InOrganization.tsx';
import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import { LoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Columns, Page, PageHeader } from '../../../ui/layout/Page.tsx';
import { type Section, SectionNav } from '../../../ui/layout/SectionNav.tsx';
import { RowTableSkeleton } from '../../../ui/display/RowTable.tsx';
import { useSar, type SarFile, useSarFile } from '../api/sars.ts';
import type { SarSearch } from '../model/sars-search.ts';
import { ActivitySection } from './ActivitySection.tsx';
import { FilingSection, LawSection, NarrativeSection } from './FilingSections.tsx';
import { InstitutionFields } from './InstitutionFields.tsx';
import { SarDialogs } from './SarDialogs.tsx';
import { SarFormProvider, goToProblem } from './sar-form.tsx';
import { SarHistory } from './SarHistory.tsx';
import { SarStatusTag } from './SarTable.tsx';
import { SignOff } from './SignOff.tsx';
import { SubjectsSection } from './SubjectsSection.tsx';
import { TransactionsSection } from './TransactionsSection.tsx';
import { useDraft, type SaveState } from './use-draft.ts';
import css from './Sars.module.css';
import { Text } from '../../../ui/text/Text.tsx';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';

const words: Readonly<Record<SaveState, string>> = {
  saved: 'Draft saved',
  typing: 'Not saved yet',
  saving: 'Saving…',
  failed: 'Not saved',
  conflict: 'Not saved',
};

/** Save state of typed text. */
function SaveNote({ state, failure }: { state: SaveState; failure: string | undefined }) {
  return (
    <output>
      <Text tone={2}>{failure === undefined ? words[state] : `${words[state]}: ${failure}`}</Text>
    </output>
  );
}

const names: Readonly<Record<SarFile, string>> = {
  fincen: 'FinCEN batch XML',
  goaml: 'goAML XML',
  csv: 'Transactions as CSV',
};

/** Files of a report that two people have signed. */
function SarFiles({ found }: { found: SarDetails }) {
  const take = useSarFile(found.organizationId);
  const isSigned = found.status === 'SIGNED' || found.status === 'SUBMITTED';
  const formats: readonly SarFile[] = [...found.content.forms, 'csv'];
  return (
    <Card title="Files">
      <div className={css.body}>
        {!isSigned && <Text tone={3}>Available once two people have signed.</Text>}
        {isSigned &&
          formats.map((format) => (
            <Button
              key={format}
              icon={<Download size={15} aria-hidden="true" />}
              loading={take.isPending && take.variables.format === format}
              onClick={() => take.mutate({ id: found._id, number: found.number, format })}
            >
              {names[format]}
            </Button>
          ))}
        <FormFailure
          text={take.error ? failureMessage(take.error, 'Failed to create the file') : undefined}
        />
      </div>
    </Card>
  );
}

/** Everything missing in a report; each entry links to its field. */
function ProblemsCard({ problems, onShow }: { problems: readonly SarProblem[]; onShow: () => void }) {
  return (
    <Card title="Missing information" count={problems.length}>
      {problems.length === 0 ? (
        <div className={css.body}>
          <Text tone={2}>Nothing is missing. You can request signatures.</Text>
        </div>
      ) : (
        <ul className={css.problems}>
          {problems.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <button
                type="button"
                className={css.problem}
                onClick={() => {
                  onShow();
                  goToProblem(path);
                }}
              >
                <CornerDownRight size={14} strokeWidth={1.6} aria-hidden="true" />
                {message}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

interface Shown {
  id: string;
  view: SarSearch;
  onView: (change: SarSearch) => void;
}

const sections: readonly Section[] = [
  { id: 'filing', name: 'Filing' },
  { id: 'subjects', name: 'Subjects' },
  { id: 'activity', name: 'Activity' },
  { id: 'transactions', name: 'Transactions' },
  { id: 'narrative', name: 'Narrative' },
  { id: 'institution', name: 'Institution' },
  { id: 'law', name: 'Law enforcement' },
  { id: 'history', name: 'History' },
];

function listOf({ transactions }: SarContent): string {
  const lines = transactions.map(
    ({ txId, time, direction, amount, asset, usd, address }) =>
      `${time} ${direction === 'in' ? 'received' : 'sent'} ${amount} ${asset} (${usd === '' ? 'value unknown' : `USD ${usd}`}) at ${address}, transaction ${txId}`,
  );
  return `Transactions:\n${lines.join('\n')}`;
}

function Conflict({ onTheirs, onMine }: { onTheirs: () => void; onMine: () => void }) {
  return (
    <div role="alert">
      <Notice kind="warning" icon={<Users size={16} strokeWidth={1.6} aria-hidden="true" />}>
        <p>Someone else changed this report. Nothing was overwritten, and your input is still here.</p>
        <div className={css.steps}>
          <Button size="small" onClick={onTheirs}>
            Discard mine, show the saved version
          </Button>
          <Button size="small" onClick={onMine}>
            Overwrite with mine
          </Button>
        </div>
      </Notice>
    </div>
  );
}

function Found({
  found,
  organization,
  view,
  onView,
}: Omit<Shown, 'id'> & { found: SarDetails; organization: Organization }) {
  useDocumentTitle(`Report ${String(found.number)}: ${found.title}`);
  const edit = useDraft(found);
  const [shows, setShows] = useState(false);
  const { draft } = edit;
  const isDraft = found.status === 'DRAFT';
  const problems = checkSar(draft.content, utcDay(Date.now()));
  const form = { root: draft.content, problems, shows, reads: !isDraft, change: edit.change };
  const insert = () =>
    edit.change(
      'narrative',
      `${draft.content.narrative}\n\n${listOf(draft.content)}`.trim().slice(0, 17_000),
    );
  return (
    <>
      <PageHeader
        trail={
          <>
            <Link to="/home/sars" search={{}}>
              Reports
            </Link>{' '}
            / Report {found.number}, version {found.version}
            {found.case && (
              <>
                , of{' '}
                <Link to="/home/cases/$id" params={{ id: found.case._id }} search={{}}>
                  case {found.case.number}
                </Link>
              </>
            )}
            {found.amends && (
              <>
                , after{' '}
                <Link to="/home/sars/$id" params={{ id: found.amends._id }} search={{}}>
                  report {found.amends.number}
                </Link>
              </>
            )}
          </>
        }
        title={draft.title}
        tags={<SarStatusTag status={found.status} />}
        actions={isDraft && <SaveNote state={edit.state} failure={edit.failure} />}
      />
      {edit.state === 'conflict' && <Conflict onTheirs={edit.takeTheirs} onMine={edit.keepMine} />}
      <SarFormProvider value={form}>
        <Columns
          railFirst
          sticky
          main={
            <>
              <SectionNav sections={sections} />
              {isDraft && (
                <Card title="Title">
                  <div className={css.body}>
                    <Field
                      label="Title, for your own lists"
                      name="title"
                      size="middle"
                      maxLength={200}
                      error={draft.title.trim() === '' ? 'Please enter a title' : undefined}
                      value={draft.title}
                      onChange={edit.rename}
                    />
                  </div>
                </Card>
              )}
              <FilingSection content={draft.content} />
              <SubjectsSection content={draft.content} />
              <ActivitySection content={draft.content} />
              <TransactionsSection content={draft.content} />
              <NarrativeSection
                content={draft.content}
                onInsert={isDraft && draft.content.transactions.length > 0 ? insert : undefined}
              />
              <Card id="institution" title="Institution">
                <div className={css.body}>
                  <InstitutionFields at="institution." goaml={draft.content.forms.includes('goaml')} />
                </div>
              </Card>
              <LawSection />
              <SarHistory found={found} page={view.page ?? 1} />
            </>
          }
          rail={
            <>
              <SignOff
                found={found}
                organization={organization}
                saved={edit.state === 'saved'}
                complete={problems.length === 0}
                onRefused={() => setShows(true)}
                onOpen={(dialog) => onView({ dialog })}
              />
              {isDraft && <ProblemsCard problems={problems} onShow={() => setShows(true)} />}
              <SarFiles found={found} />
            </>
          }
        />
      </SarFormProvider>
      <SarDialogs found={found} view={view} onClose={() => onView({ dialog: undefined })} />
    </>
  );
}

function Loaded({ organization, ...shown }: Shown & { organization: Organization }) {
  const query = useSar(organization._id, shown.id);
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
        title="Report not found"
        actions={
          <LinkButton to="/home/sars" search={{}}>
            All reports
          </LinkButton>
        }
      >
        This report does not exist in {organization.name}. It may belong to another of your organizations.
      </EmptyState>
    );
  }
  return <LoadFailure title="The report could not be loaded" error={query.error} onRetry={query.refetch} />;
}

/** A report with its form, signatures, and history. */
export function SarPage(shown: Shown) {
  useDocumentTitle('Report');
  return (
    <Page>
      <InOrganization why="You need to be part of an organization to use reports.">
        {(organization) => <Loaded key={organization._id} organization={organization} {...shown} />}
      </InOrganization>
    </Page>
  );
}
