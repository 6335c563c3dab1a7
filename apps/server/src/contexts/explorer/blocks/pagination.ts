export interface Page {
  page: number;
  limit: number;
}

export type Pagination = Page & { totalTxs: number; totalPages: number };

/** Returns a page with the total number of rows, `totalTxs`, and of pages. */
export function paginate({ page, limit }: Page, total: number): Pagination {
  return { page, limit, totalTxs: total, totalPages: Math.ceil(total / limit) };
}
