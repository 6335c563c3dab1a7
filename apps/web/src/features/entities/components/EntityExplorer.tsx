import { Inbox, Plus } from 'lucide-react';
import { useState } from 'react';
import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import { Page } from '../../../ui/layout/Page.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { useEntitySearch } from '../../../lib/directory/use-entity-search.ts';
import type { ExplorerView } from '../model/explorer-view.ts';
import { useEditing } from '../api/changes.ts';
import { CreateEntity } from './editing/CreateEntity.tsx';
import { EntityProfile, ProfileSkeleton } from './EntityProfile.tsx';
import { EntitySearchBox } from './EntitySearchBox.tsx';
import { Welcome } from './Welcome.tsx';

function TitledWelcome(props: Pick<Parameters<typeof Welcome>[0], 'view' | 'onView'>) {
  useDocumentTitle('VASP Entity Explorer');
  return <Welcome {...props} />;
}

/**
 * Returns the entity ID of `?entity=`, which is an ID or a part of a name, using the list; if it can't be loaded, the text is
 * taken as an ID for the server.
 */
function useEntityId(text = ''): { id?: string; loading: boolean } {
  const { search, error } = useEntitySearch();
  const asked = text.trim();
  if (asked === '') return { loading: false };
  if (search) return { id: search.named(asked)?.entity_id ?? asked, loading: false };
  return error ? { id: asked, loading: false } : { loading: true };
}

/** The VASP Entity Explorer: search and the selected profile. */
export function EntityExplorer({
  view,
  onView,
  onEntity,
}: {
  view: ExplorerView;
  onView: (change: ExplorerView) => void;
  onEntity: (entityId: string) => void;
}) {
  const { id, loading } = useEntityId(view.entity);
  const { editor, fourEyes } = useEditing();
  const [creating, setCreating] = useState(false);
  return (
    <Page>
      <Row wrap gap={12} spread>
        <EntitySearchBox
          searched={view.search ?? ''}
          onSearch={(text) => onView({ search: text === '' ? undefined : text })}
          onPick={onEntity}
        />
        <Row gap={8}>
          {editor && (
            <Button
              icon={<Plus size={14} strokeWidth={1.8} aria-hidden="true" />}
              onClick={() => setCreating(true)}
            >
              Add entity
            </Button>
          )}
          <LinkButton to="/home/blockham/changes">
            <Inbox size={14} strokeWidth={1.8} aria-hidden="true" /> Changes
          </LinkButton>
        </Row>
      </Row>
      {loading ? (
        <ProfileSkeleton />
      ) : id === undefined ? (
        <TitledWelcome view={view} onView={onView} />
      ) : (
        <EntityProfile key={id} entityId={id} view={view} onView={onView} />
      )}
      {creating && (
        <CreateEntity fourEyes={fourEyes} onCreated={onEntity} onClose={() => setCreating(false)} />
      )}
    </Page>
  );
}
