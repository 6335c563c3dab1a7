import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';

/** Notice that no sample matches the filters, with a button to clear them. */
export function NoneMatch({ title, onReset }: { title: string; onReset: () => void }) {
  return (
    <EmptyState title={title} actions={<Button onClick={onReset}>Reset Filters</Button>}>
      No sample data matches all filters.
    </EmptyState>
  );
}
