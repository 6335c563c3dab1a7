import { complianceLimits } from '@hopscope/contract';
import { NativeSelect } from '../../../../ui/form/NativeSelect.tsx';
import type { ScreenerSearch } from '../../model/screener-search.ts';
import { useRows } from '../../model/use-rows.ts';

/** Number of rows per page; a change returns to the first page. */
export function RowsPerPage({
  limit,
  onView,
}: {
  limit: ScreenerSearch['limit'];
  onView: (change: ScreenerSearch) => void;
}) {
  const usual = useRows(undefined);
  return (
    <NativeSelect
      label="Rows per page"
      value={String(limit ?? usual)}
      options={complianceLimits.pageSizes.map((size) => ({ value: String(size), label: `${size} per page` }))}
      onChange={(value) => {
        const chosen = complianceLimits.pageSizes.find((size) => String(size) === value);
        onView({ limit: chosen === usual ? undefined : chosen, page: undefined });
      }}
    />
  );
}
