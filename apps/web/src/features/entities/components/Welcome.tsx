import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { LoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { PageHeader } from '../../../ui/layout/Page.tsx';
import { RowTableSkeleton } from '../../../ui/display/RowTable.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { texts } from '@hopscope/contract';
import { useEntities } from '../../../lib/directory/use-entities.ts';
import type { ExplorerView } from '../model/explorer-view.ts';
import { Directory } from './Directory.tsx';

/** Start page before an entity is selected: the directory. */
export function Welcome({ view, onView }: { view: ExplorerView; onView: (change: ExplorerView) => void }) {
  const { data: entities, error, refetch } = useEntities();
  const count = entities?.length;
  const formats = useFormats();
  if (error && count === undefined) {
    return (
      <Card>
        <LoadFailure title={texts.entitiesFailed} error={error} onRetry={refetch} />
      </Card>
    );
  }
  if (count === 0) {
    return (
      <Card>
        <EmptyState path="outside" title="The directory is empty">
          An operator can import lists in the Admin Panel.
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <PageHeader
        title="Welcome to the VASP Entity Explorer"
        identity={
          <Text tone={2}>
            {count === undefined
              ? 'Exchanges, services, pools, and sanctioned parties, with their addresses.'
              : `${formats.counted(count, 'entity', 'entities')}: exchanges, services, pools, and sanctioned parties, with their addresses.`}{' '}
            Search for a name, a ticker, a website, or a country above.
          </Text>
        }
      />
      {entities ? (
        <Directory entities={entities} view={view} onView={onView} />
      ) : (
        <Card title="Directory">
          <RowTableSkeleton rows={12} />
        </Card>
      )}
    </>
  );
}
