import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';

/** No sample meets the filters; they can be taken away at once. */
export function NoneMatch({ title, onReset }: { title: string; onReset: () => void }) {
  return (
    <EmptyState title={title} actions={<Button onClick={onReset}>Reset Filters</Button>}>
      No sample data matches all filters.
    </EmptyState>
  );
}
