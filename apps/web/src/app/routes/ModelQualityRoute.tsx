import { ModelQuality } from '../../features/risk/components/ModelQuality.tsx';

export function ModelQualityRoute() {
  return <ModelQuality />;
}
