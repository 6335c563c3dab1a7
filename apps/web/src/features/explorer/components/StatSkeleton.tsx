import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Stats } from '../../../ui/display/Stats.tsx';

/** Skeleton of a row of statistics. */
export function StatSkeleton({ labels, dense = false }: { labels: readonly string[]; dense?: boolean }) {
  return (
    <Stats
      dense={dense}
      stats={labels.map((label) => ({
        label,
        value: <Skeleton width={96} height={14} />,
        sub: <Skeleton width={64} height={10} />,
      }))}
    />
  );
}
