export interface Page {
  page: number;
  limit: number;
}

export type Pagination = Page & { totalTxs: number; totalPages: number };

/** A page with how many rows there are in all, `totalTxs`, and how many pages. */
export function paginate({ page, limit }: Page, total: number): Pagination {
  return { page, limit, totalTxs: total, totalPages: Math.ceil(total / limit) };
}
