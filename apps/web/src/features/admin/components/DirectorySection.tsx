import { Stack } from '../../../ui/Stack.tsx';
import { DirectoryJobCard } from './DirectoryJobCard.tsx';
import { EditorsCard } from './EditorsCard.tsx';
import { FeedsCard } from './FeedsCard.tsx';
import { NewsFeedsCard } from './NewsFeedsCard.tsx';

/** The directory for its operator: the update job, lists, feeds of news about what is in it, editors. */
export function DirectorySection({ page }: { page: number }) {
  return (
    <Stack>
      <DirectoryJobCard />
      <FeedsCard />
      <NewsFeedsCard />
      <EditorsCard page={page} />
    </Stack>
  );
}
