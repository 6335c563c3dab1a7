import { type ComponentProps, lazy, Suspense } from 'react';
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';

const Form = lazy(async () => ({ default: (await import('./FilterForm.tsx')).FilterForm }));

/** The filter form, loaded when first opened because its fields double the script of the page. */
export function FilterForm(props: ComponentProps<typeof Form>) {
  return (
    <Suspense fallback={<RowTableSkeleton rows={4} />}>
      <Form {...props} />
    </Suspense>
  );
}
