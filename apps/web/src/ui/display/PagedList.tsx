import type { ReactNode } from 'react';
import { useFormats } from '../../lib/people/formats-context.tsx';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { List } from './List.tsx';
import { Pagination } from './Pagination.tsx';
import { TableFoot } from './RowTable.tsx';

/** Entries of one page with the pagination below; `empty` if there are none. */
export function PagedList({
  label,
  noun,
  page,
  pageSize,
  total,
  empty,
  children,
}: {
  label: string;
  noun: string;
  page: number;
  pageSize: number;
  total: number;
  empty: { title: string; text: string };
  children: ReactNode;
}) {
  const { counted } = useFormats();
  if (total === 0) return <EmptyState title={empty.title}>{empty.text}</EmptyState>;
  return (
    <>
      <List label={label}>{children}</List>
      <TableFoot pager={<Pagination page={page} totalPages={Math.ceil(total / pageSize)} />}>
        {counted(total, noun)}
      </TableFoot>
    </>
  );
}
