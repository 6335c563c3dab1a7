import { caseStatuses } from '@hopscope/contract';
import { z } from 'zod';
import { tool } from './tool.ts';

/** Cases of the organization of the key. */
export const caseTools = [
  tool({
    name: 'cases',
    title: 'Cases',
    description:
      'Cases of your organization: one with its contents by `id`, or a page of those that match. `search` is a part of title, description, or client, `#12` the case of that number, or an address of a case.',
    input: z.object({
      id: z.uuid().optional(),
      search: z.string().max(200).optional(),
      status: z.enum(caseStatuses).optional(),
      page: z.number().int().min(1).default(1),
    }),
    async answer({ id, search, status, page }, { client, links }) {
      if (id !== undefined) {
        const { data } = await client.getCase({ params: { id } });
        return { case: data, link: links.case(id) };
      }
      const query = { page, limit: 20, ...(search !== undefined && { search }), ...(status && { status }) };
      const { data, total } = await client.listCases({ query });
      return { cases: data.map((each) => ({ ...each, link: links.case(each._id) })), total, page };
    },
  }),
];
