import { Link } from '@tanstack/react-router';
import type { ChangeState } from '@hopscope/contract';
import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { Page, PageHeader } from '../../../ui/layout/Page.tsx';
import { PagedList } from '../../../ui/display/PagedList.tsx';
import { Segmented } from '../../../ui/form/Segmented.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { changePageSize, useChanges } from '../api/changes.ts';
import { ChangeItem } from './ChangeItem.tsx';

/** Pending and decided changes of one entity or of all. */
export function ChangesCard({
  entityId,
  page,
  state,
  onState,
}: {
  entityId?: string;
  page: number;
  state?: ChangeState | undefined;
  onState?: (state: ChangeState | undefined) => void;
}) {
  const query = useChanges({ page, state, entity: entityId });
  return (
    <LoadedCard
      title="Changes"
      query={query}
      failure="The changes could not be loaded"
      skeleton={6}
      extra={
        onState && (
          <Segmented<ChangeState | 'all'>
            label="Status of changes"
            value={state ?? 'all'}
            options={[
              { value: 'all', label: 'All' },
              { value: 'pending', label: 'Awaiting approval' },
              { value: 'approved', label: 'Approved' },
              { value: 'rejected', label: 'Rejected' },
            ]}
            onChange={(next) => onState(next === 'all' ? undefined : next)}
          />
        )
      }
    >
      {({ data, total, editor }) => (
        <PagedList
          label="Changes"
          noun="change"
          page={page}
          pageSize={changePageSize}
          total={total}
          empty={{
            title: 'No changes',
            text: editor ? 'No changes or suggestions yet.' : 'You have not made any suggestions yet.',
          }}
        >
          {data.map((change) => (
            <ChangeItem key={change.id} change={change} named={entityId === undefined} />
          ))}
        </PagedList>
      )}
    </LoadedCard>
  );
}

/** All changes of the directory; pending ones are decided here. */
export function ChangesPage({
  page,
  state,
  onState,
}: {
  page: number;
  state: ChangeState | undefined;
  onState: (state: ChangeState | undefined) => void;
}) {
  useDocumentTitle('Directory changes');
  const { data } = useChanges({ page, state });
  return (
    <Page>
      <PageHeader
        trail={<Link to="/home/blockham">VASP Entity Explorer</Link>}
        title="Directory changes"
        identity={
          data && (
            <Text tone={2}>
              {data.editor
                ? data.fourEyes
                  ? 'Changes take effect when a second editor approves them.'
                  : 'Changes by editors take effect immediately. Suggestions need an editor’s approval.'
                : 'Your suggestions and the decisions on them.'}
            </Text>
          )
        }
      />
      <ChangesCard page={page} state={state} onState={onState} />
    </Page>
  );
}
