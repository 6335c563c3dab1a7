import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormats } from '../../lib/people/formats-context.tsx';
import css from './Pagination.module.css';
import { pageItems } from './pages.ts';

function PageLink({
  page,
  label,
  rel,
  children,
}: {
  page: number;
  label: string;
  rel?: 'next' | 'prev';
  children: ReactNode;
}) {
  return (
    <Link
      to="."
      search={(search) => ({ ...search, page: page === 1 ? undefined : page })}
      className={css.item}
      aria-label={label}
      rel={rel}
      activeOptions={{ exact: true }}
      resetScroll={false}
    >
      {children}
    </Link>
  );
}

function Step({
  to,
  label,
  rel,
  children,
}: {
  to: number | undefined;
  label: string;
  rel: 'next' | 'prev';
  children: ReactNode;
}) {
  if (to === undefined) {
    return (
      <span className={`${css.item} ${css.off}`} aria-hidden="true">
        {children}
      </span>
    );
  }
  return (
    <PageLink page={to} label={label} rel={rel}>
      {children}
    </PageLink>
  );
}

/** Page links; the current page is stored in the URL as `?page=`. Empty for a single page. */
export function Pagination({ page, totalPages }: { page: number; totalPages: number }) {
  const { count } = useFormats();
  if (totalPages <= 1) return null;
  return (
    <nav className={css.pager} aria-label="Pages">
      <Step to={page > 1 ? Math.min(page - 1, totalPages) : undefined} label="Previous page" rel="prev">
        <ChevronLeft size={14} aria-hidden="true" />
      </Step>
      {pageItems(page, totalPages).map((item, index) =>
        item === 'gap' ? (
          <span key={`gap-${index < 3 ? 'before' : 'after'}`} className={css.gap} aria-hidden="true">
            …
          </span>
        ) : (
          <PageLink key={item} page={item} label={`Page ${count(item)}`}>
            {count(item)}
          </PageLink>
        ),
      )}
      <Step to={page < totalPages ? page + 1 : undefined} label="Next page" rel="next">
        <ChevronRight size={14} aria-hidden="true" />
      </Step>
    </nav>
  );
}
