import { HowGood } from '../../features/risk/components/HowGood.tsx';

export function HowGoodRoute() {
  return <HowGood />;
}
