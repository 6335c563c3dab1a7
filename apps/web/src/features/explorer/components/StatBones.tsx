import { Bone } from '../../../ui/feedback/Bone.tsx';
import { Stats } from '../../../ui/display/Stats.tsx';

/** Skeleton of a row of statistics. */
export function StatBones({ labels }: { labels: readonly string[] }) {
  return (
    <Stats
      stats={labels.map((label) => ({
        label,
        value: <Bone width={96} height={14} />,
        sub: <Bone width={64} height={10} />,
      }))}
    />
  );
}
