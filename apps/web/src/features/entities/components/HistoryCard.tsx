import { directoryFields, type HistoryEntry } from '@hopscope/contract';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { ListItem } from '../../../ui/display/List.tsx';
import { PagedList } from '../../../ui/display/PagedList.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import { historyPageSize, useEntityHistory } from '../api/profile.ts';
import { BeforeAfter } from '../../../ui/display/BeforeAfter.tsx';

function Entry({ entry }: { entry: HistoryEntry }) {
  const { field, before, after, at, sourceName, editor, release } = entry;
  return (
    <ListItem
      title={
        field === null ? (
          before.length > 0 ? (
            `Merged: ${before.join(', ')}`
          ) : (
            `Merge undone: ${after.join(', ')}`
          )
        ) : (
          <>
            {directoryFields[field].label}
            <BeforeAfter before={before} after={after} />
          </>
        )
      }
      text={
        <>
          <Time seconds={Date.parse(at) / 1000} to="minute" /> · {editor ?? sourceName} · release {release}
        </>
      }
    />
  );
}

/** Changes of an entity, newest first. */
export function HistoryCard({ entityId, page }: { entityId: string; page: number }) {
  const query = useEntityHistory(entityId, page);
  return (
    <LoadedCard title="History" query={query} failure="The history could not be loaded" skeleton={8}>
      {({ data, total }) => (
        <PagedList
          label="Changes to the entity"
          noun="change"
          page={page}
          pageSize={historyPageSize}
          total={total}
          empty={{ title: 'No changes', text: 'No known changes.' }}
        >
          {data.map((entry, place) => (
            <Entry key={`${entry.release} ${entry.field} ${place}`} entry={entry} />
          ))}
        </PagedList>
      )}
    </LoadedCard>
  );
}
