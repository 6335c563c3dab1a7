import { z } from 'zod';
import { tool } from './tool.ts';

/** Entities of the directory. */
export const entityTools = [
  tool({
    name: 'entity',
    title: 'Look up an entity',
    description:
      'Record of a service or organization in the directory: type, countries, relations, and the source of each statement. Find its ID with `search`.',
    input: z.object({ id: z.string().min(1).max(100) }),
    async answer({ id }, { client, links }) {
      const { data, version } = await client.getEntity({ params: { id }, query: {} });
      const { entity, mergedFrom, fields, relations, addresses } = data;
      return {
        entity,
        mergedFrom,
        fields,
        relations,
        addresses,
        link: links.entity(id),
        basis: { directoryVersion: version },
      };
    },
  }),
];
