import { blockTransactionTypes, type ChangeState, changeStates } from '@hopscope/contract';
import { type Blockchain, isBlockchain } from '@hopscope/domain';
import { z } from 'zod';
import { directorySorts } from '../features/entities/model/directory.ts';
import {
  type ExplorerView,
  directoryPictures,
  profileTabs,
} from '../features/entities/model/explorer-view.ts';
import { type FlowPanel, flowPanels } from '../features/flow-trace/model/view-state.ts';
import type { BlockFilter } from '../features/explorer/model/block/block-filter.ts';
import { blockSearch } from '../lib/search/block-search.ts';
import { addressTabs } from '../features/explorer/model/address-view.ts';

const page = z.coerce.number().int().min(2).max(1_000_000_000);

/** Reads `?page=` of lists; omitted for the first page and for invalid values. */
export function readPage(search: Record<string, unknown>): { page?: number | undefined } {
  const parsed = page.safeParse(search.page);
  return parsed.success ? { page: parsed.data } : {};
}

/** Converts a value to text: the router parses values as JSON, but links made elsewhere mean text. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? undefined : JSON.stringify(value);
}

/** Reads the named parameters as text; omits those that are missing. */
function readTexts<Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): { [Key in Name]?: string | undefined } {
  const texts: { [Key in Name]?: string } = {};
  for (const name of names) {
    const text = textOf(search[name]);
    if (text !== undefined) texts[name] = text;
  }
  return texts;
}

/** Reads `?from=`: where to go after login. Validated where it is used. */
export function readFrom(search: Record<string, unknown>): { from?: string | undefined } {
  return typeof search.from === 'string' ? { from: search.from } : {};
}

/** Reads the parameters of /register, including the token of the link printed at start, or of an invitation. */
export function readRegister(search: Record<string, unknown>) {
  return readTexts(search, ['from', 'setup', 'invitation']);
}

/** Reads the parameters of /reset-password, both of which are required. */
export function readReset(search: Record<string, unknown>) {
  return readTexts(search, ['id', 'token']);
}

/** Reads the parameters of /auth/callback. */
export function readCallback(search: Record<string, unknown>) {
  return readTexts(search, ['token', 'refreshToken', 'user', 'error']);
}

/** Reads the parameters of /verify-email. */
export function readToken(search: Record<string, unknown>) {
  return readTexts(search, ['token']);
}

/** Reads the parameters of /welcome: the link printed at start, opened by a signed-in person. */
export function readSetup(search: Record<string, unknown>) {
  return readTexts(search, ['setup']);
}

/** Reads the parameters of /onboarding. */
export function readOnboarding(search: Record<string, unknown>) {
  return readTexts(search, ['token', 'org']);
}

/** Reads `?notes=true`: the notes are open above the page. */
export function readNotes(search: Record<string, unknown>): { notes?: true | undefined } {
  return search.notes === true || search.notes === 'true' ? { notes: true } : {};
}

/** Reads the parameter of the explorer's start page: the chain whose newest blocks are shown. */
export function readChain(search: Record<string, unknown>): { blockchain?: Blockchain | undefined } {
  return isBlockchain(search.blockchain) ? blockSearch(search.blockchain) : {};
}

/**
 * Reads the parameters of block pages: `?blockchain=` of a block height (omitted for the default chain), and transaction filters.
 */
export function readBlock(
  search: Record<string, unknown>,
): { page?: number | undefined; blockchain?: Blockchain | undefined } & BlockFilter {
  const [min, max] = [amount.safeParse(search.minAmount).data, amount.safeParse(search.maxAmount).data];
  const type = z.enum(blockTransactionTypes).safeParse(search.type).data;
  const entity = z.string().min(1).max(100).safeParse(search.entity).data;
  return {
    ...readPage(search),
    ...readChain(search),
    ...(min !== undefined && { minAmount: min }),
    ...(max !== undefined && { maxAmount: max }),
    ...(type && { type }),
    ...(entity !== undefined && { entity }),
  };
}

/** Reads `?a=` and `?b=`: two addresses to compare. */
export function readPair(search: Record<string, unknown>) {
  return readTexts(search, ['a', 'b']);
}

/** Reads `?list=`: addresses to look up together, as pasted. */
export function readAddressList(search: Record<string, unknown>) {
  return readTexts(search, ['list']);
}

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
/** Base units; the router parses digits in links made elsewhere as a number. */
const amount = z
  .string()
  .regex(/^\d{1,78}$/)
  .or(z.int().nonnegative().transform(String));
const addressSearch = z.object({
  notes: z.literal(true).or(z.literal('true').transform(() => true as const)),
  hidden: z.literal(true).or(z.literal('true').transform(() => true as const)),
  asset: z.string().regex(/^(ether|0x[\da-f]{40})$/i),
  show: z.enum(addressTabs).exclude(['transactions']),
  direction: z.enum(['in', 'out']),
  minAmount: amount,
  maxAmount: amount,
  from: day,
  to: day,
  counterparty: z.string().min(1).max(100),
  year: z.coerce.number().int().min(1970).max(9999),
  activity: z.literal('list'),
  sort: z.literal('activity'),
});
export type AddressSearch = { page?: number | undefined } & {
  [Key in keyof z.output<typeof addressSearch>]?: z.output<typeof addressSearch>[Key] | undefined;
};

/** Reads the parameters of address pages: page, notes, list filters, and the form of the activity view; omits invalid values. */
export function readAddress(search: Record<string, unknown>): AddressSearch {
  const { shape } = addressSearch;
  const read = Object.entries(shape).map(([name, schema]) => [name, schema.safeParse(search[name]).data]);
  const given = Object.fromEntries(read.filter(([, value]) => value !== undefined));
  return { ...readPage(search), ...addressSearch.partial().parse(given) };
}

/** Reads the parameters of /home/risk-dashboard: the address, and the year of its activity. */
export function readRisk(search: Record<string, unknown>): {
  address?: string | undefined;
  asset?: string | undefined;
  year?: number | undefined;
} {
  const year = addressSearch.shape.year.safeParse(search.year).data;
  return { ...readTexts(search, ['address', 'asset']), ...(year !== undefined && { year }) };
}

const flowPanel = z.enum(flowPanels);
const flowVersion = z.coerce.number().int().min(0).max(1e9);

/** Reads the parameters of /home/flow-trace: the document with its version, the traced address, and the selected node. */
export function readFlowTrace(search: Record<string, unknown>): {
  address?: string | undefined;
  node?: string | undefined;
  document?: string | undefined;
  link?: string | undefined;
  version?: number | undefined;
  panel?: FlowPanel | undefined;
} {
  const panel = flowPanel.safeParse(search.panel).data;
  const version = flowVersion.safeParse(search.version).data;
  return {
    ...readTexts(search, ['address', 'node', 'document', 'link']),
    ...(version !== undefined && { version }),
    ...(panel && { panel }),
  };
}

const directoryPicture = z.enum(directoryPictures);
const directorySort = z.enum(directorySorts).exclude(['name']);
const profileTab = z.enum(profileTabs);
const addressKind = z.enum(['direct', 'derived']);
const changeState = z.enum(changeStates);

/** Reads the parameters of /blockham: `?entity=` and `?search=` are texts; omits invalid values. */
export function readEntityExplorer(search: Record<string, unknown>): ExplorerView {
  const asOf = day.safeParse(search.asOf).data;
  const tab = profileTab.safeParse(search.tab).data;
  const kind = addressKind.safeParse(search.kind).data;
  const sort = directorySort.safeParse(search.sort).data;
  const show = directoryPicture.safeParse(search.show).data;
  return {
    ...readTexts(search, ['entity', 'search', 'type', 'country']),
    ...readPage(search),
    ...(sort && { sort }),
    ...((search.sanctioned === true || search.sanctioned === 'true') && { sanctioned: true }),
    ...(asOf !== undefined && { asOf }),
    ...(tab && { tab }),
    ...(kind && { kind }),
    ...(show && { show }),
    ...((search.edit === true || search.edit === 'true') && { edit: true }),
  };
}

/** Reads the parameters of /blockham/changes. */
export function readChanges(search: Record<string, unknown>): {
  page?: number | undefined;
  state?: ChangeState | undefined;
} {
  const state = changeState.safeParse(search.state).data;
  return { ...readPage(search), ...(state && { state }) };
}

/** /home/compliance-screener: tab, filters, page, sort, and what is open. */
export { readScreenerSearch as readScreener } from '../features/compliance/model/screener-search.ts';

/** /home/compliance-screener/changes: filter and page. */
export { readFindingsSearch as readLabelChanges } from '../features/compliance/model/findings-search.ts';

/** /home/compliance-screener/checks: filters, and the open check. */
export { readChecksSearch as readChecks } from '../features/compliance/model/checks-search.ts';

/** /home/compliance-screener/travel-rule: tab, filters, and the open transfer. */
export { readTravelSearch as readTravel } from '../features/compliance/model/travel-search.ts';

/** /home/compliance-screener/team: first and last day. */
export { readTeamSearch as readTeam } from '../features/compliance/model/team-search.ts';

/** /home/cases and /home/cases/$id: filters, order, page, and what is open. */
export {
  readCaseSearch as readCase,
  readCasesSearch as readCases,
} from '../features/cases/model/cases-search.ts';

/** /home/sars and /home/sars/$id: filters, page, and the open dialog. */
export { readSarSearch as readSar, readSarsSearch as readSars } from '../features/sars/model/sars-search.ts';

/** /home/alerts: the open panel, and filters, order, and page of both lists. */
export { readAlertsSearch as readAlerts } from '../features/alerts/model/alerts-search.ts';

/** /home/compliance-dashboard: tab, filters, and what is open. */
export { readSamplesSearch as readSamples } from '../features/samples/model/samples-search.ts';
