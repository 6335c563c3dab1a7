import { complianceLimits } from '@hopscope/contract';
import { PlainSelect } from '../../../../ui/form/PlainSelect.tsx';
import type { ScreenerSearch } from '../../model/screener-search.ts';

/** Number of rows per page; a change returns to the first page. */
export function RowsPerPage({
  limit,
  onView,
}: {
  limit: ScreenerSearch['limit'];
  onView: (change: ScreenerSearch) => void;
}) {
  return (
    <PlainSelect
      label="Rows per page"
      value={String(limit ?? complianceLimits.pageSize)}
      options={complianceLimits.pageSizes.map((size) => ({ value: String(size), label: `${size} a page` }))}
      onChange={(value) =>
        onView({
          limit: ([20, 50, 100] as const).find((size) => String(size) === value),
          page: undefined,
        })
      }
    />
  );
}
