import { Stack } from '../../../ui/Stack.tsx';
import { DirectoryJobCard } from './DirectoryJobCard.tsx';
import { EditorsCard } from './EditorsCard.tsx';
import { FeedsCard } from './FeedsCard.tsx';

/** The directory for its operator: the update job, lists, editors. */
export function DirectorySection({ page }: { page: number }) {
  return (
    <Stack>
      <DirectoryJobCard />
      <FeedsCard />
      <EditorsCard page={page} />
    </Stack>
  );
}
