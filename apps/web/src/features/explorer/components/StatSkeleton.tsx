import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Stats } from '../../../ui/display/Stats.tsx';

/** Stand-in of a band of figures. */
export function StatSkeleton({ labels }: { labels: readonly string[] }) {
  return (
    <Stats
      stats={labels.map((label) => ({
        label,
        value: <Skeleton width={96} height={14} />,
        sub: <Skeleton width={64} height={10} />,
      }))}
    />
  );
}
