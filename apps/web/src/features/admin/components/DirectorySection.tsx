import { useUser } from '../../../lib/services.ts';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { DirectoryJobCard } from './DirectoryJobCard.tsx';
import { EditorsCard } from './EditorsCard.tsx';
import { FeedsCard } from './FeedsCard.tsx';
import { NewsFeedsCard } from './NewsFeedsCard.tsx';

/** The directory: the update job and, for the operator, lists, news feeds, and editors. */
export function DirectorySection({ page }: { page: number }) {
  const { role } = useUser();
  if (role !== 'operator') return <DirectoryJobCard />;
  return (
    <Stack>
      <DirectoryJobCard />
      <FeedsCard />
      <NewsFeedsCard />
      <EditorsCard page={page} />
    </Stack>
  );
}
