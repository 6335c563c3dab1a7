import { type ComponentProps, lazy, Suspense } from 'react';
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';

export type { FilterUnit } from './FilterForm.tsx';

const Form = lazy(async () => ({ default: (await import('./FilterForm.tsx')).FilterForm }));

/** The form with the conditions, loaded with the first one that opens: its fields are as much script as the page. */
export function FilterForm(props: ComponentProps<typeof Form>) {
  return (
    <Suspense fallback={<RowTableSkeleton rows={4} />}>
      <Form {...props} />
    </Suspense>
  );
}
