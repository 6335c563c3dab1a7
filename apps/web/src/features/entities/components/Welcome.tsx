import { Building2, History, Link2 } from 'lucide-react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { LoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { type Option, Options } from '../../../ui/layout/Options.tsx';
import { texts } from '@hopscope/contract';
import { useEntitySearch } from '../../../lib/directory/use-entity-search.ts';

const options: readonly Option[] = [
  { icon: Building2, name: 'Profile', text: 'Type, countries, contacts, and owners, with their sources.' },
  { icon: Link2, name: 'Addresses', text: 'Direct, derived, and inherited addresses.' },
  { icon: History, name: 'History', text: 'Every change, and the profile as of any day.' },
];

/** Start page before an entity is selected. */
export function Welcome() {
  const { count, error, refetch } = useEntitySearch();
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
    <Card>
      <EmptyState title="Welcome to the VASP Entity Explorer">
        {count === undefined
          ? 'Exchanges, services, pools, and sanctioned parties, with their addresses.'
          : `${formats.counted(count, 'entity', 'entities')}: exchanges, services, pools, and sanctioned parties, with their addresses.`}{' '}
        Search for a name, a ticker, a website, or a country above.
      </EmptyState>
      <Options options={options} />
    </Card>
  );
}
