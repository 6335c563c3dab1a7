import { z } from 'zod';
import { endpoint, inOrganization } from '../endpoint.ts';

const ok = z.literal(true);
const tag = 'compliance';
const idParams = z.object({ id: z.uuid() });
const access = inOrganization('compliance.read', 'header');

export const filterLimits = { name: 60, each: 50, search: 2_000 } as const;

const name = z
  .string()
  .trim()
  .min(1, 'Please enter a name')
  .max(filterLimits.name)
  .regex(/^\P{Cc}*$/u);
/** Search parameters of the Screener, without the page number and the open transaction. */
const search = z
  .record(z.string().regex(/^[a-zA-Z]{1,20}$/), z.union([z.string().max(200), z.int()]))
  .refine((value) => JSON.stringify(value).length <= filterLimits.search, 'The filter is too long');

/** A filter and order of the Screener under a name. */
export const complianceFilter = z.object({
  _id: z.string(),
  name: z.string(),
  search,
  /** With everybody in the organization. */
  shared: z.boolean(),
  owner: z.object({ _id: z.string(), name: z.string() }),
  /** Whether the caller may rename and delete it. */
  editable: z.boolean(),
  version: z.int(),
});
export type ComplianceFilter = z.infer<typeof complianceFilter>;
const one = z.object({ success: ok, data: complianceFilter });

const listComplianceFilters = endpoint({
  id: 'listComplianceFilters',
  method: 'GET',
  path: '/compliance/filters',
  access,
  tag,
  summary: 'Own and shared saved filters, by name',
  response: z.object({ success: ok, data: z.array(complianceFilter) }),
});

const saveComplianceFilter = endpoint({
  id: 'saveComplianceFilter',
  method: 'POST',
  path: '/compliance/filters',
  access,
  tag,
  summary: 'Save a Screener filter',
  description: `Managers and above can share it (otherwise 403). 409 \`conflict\` beyond ${filterLimits.each} own filters.`,
  status: 201,
  body: z.object({ name, search, shared: z.boolean().default(false) }),
  response: one,
});

const changeComplianceFilter = endpoint({
  id: 'changeComplianceFilter',
  method: 'PATCH',
  path: '/compliance/filters/:id',
  access,
  tag,
  summary: 'Rename, share, or unshare a saved filter',
  description: 'Allowed for own filters; managers and above can also change shared ones.',
  params: idParams,
  body: z.object({
    name: name.optional(),
    shared: z.boolean().optional(),
    version: z.int().min(1).optional(),
  }),
  response: one,
});

const deleteComplianceFilter = endpoint({
  id: 'deleteComplianceFilter',
  method: 'DELETE',
  path: '/compliance/filters/:id',
  access,
  tag,
  summary: 'Delete a saved filter',
  params: idParams,
  response: z.object({ success: ok }),
});

export const complianceFilterEndpoints = {
  listComplianceFilters,
  saveComplianceFilter,
  changeComplianceFilter,
  deleteComplianceFilter,
} as const;
