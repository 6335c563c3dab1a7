import { z } from 'zod';
import { type SamplesView, sampleTabs } from './samples-view.ts';

const text = z.string().min(1).max(100);
const shape = {
  tab: z.enum(sampleTabs).exclude(['unassigned']),
  // The router parses a search for digits as a number.
  search: text.or(z.number().transform(String)),
  status: text,
  category: text,
  blockchain: text,
  priority: text,
  officer: text,
  transaction: text,
  entry: text,
  case: text,
  part: text,
  add: z.literal(true).or(z.literal('true').transform(() => true as const)),
} satisfies Record<keyof SamplesView, z.ZodType>;
const allFields = z.object(shape).partial();

/** Reads the parameters of /home/compliance-dashboard; omits invalid values. */
export function readSamplesSearch(search: Record<string, unknown>): SamplesView {
  const given = Object.entries(shape).filter(([name, schema]) => schema.safeParse(search[name]).success);
  return allFields.parse(Object.fromEntries(given.map(([name]) => [name, search[name]])));
}
