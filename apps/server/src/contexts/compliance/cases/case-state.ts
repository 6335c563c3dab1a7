import { createHash } from 'node:crypto';
import type { CaseDetails, CaseEvent } from '@hopscope/contract';
import { canonicalJsonV1 } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import { conflict } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { OrganizationDirectory } from '../../identity/organizations/directory.service.ts';
import type { Member } from '../../identity/organizations/membership.service.ts';
import { readDocuments } from './case-parts.store.ts';
import type { CaseViews } from './case-views.ts';

/** State that reports and data files are created from; the same state produces the same bytes. */
export interface CaseState {
  /** Of this shape. */
  readonly format: 2;
  readonly organization: { readonly id: string; readonly name: string };
  /** True on the demo network: everyone is fictional. */
  readonly fictional: boolean;
  readonly case: CaseDetails;
  /** The oldest first. */
  readonly timeline: readonly CaseEvent[];
  /** Number of linked FlowTrace documents that the caller has no access to. */
  readonly documentsLeftOut: number;
  /** Results of auto-traces that linked documents contain, in the order of the documents. */
  readonly traces: readonly DocumentTraces[];
}

/** Results of auto-traces in one FlowTrace document. */
export interface DocumentTraces {
  readonly documentId: string;
  readonly results: readonly TraceResult[];
}

/** Where the money of one asset ended, as far as it was traced. */
export interface TraceResult {
  readonly direction: 'forward' | 'backward';
  readonly method: string;
  /** Names or addresses that it started from. */
  readonly starts: readonly string[];
  readonly asset: { readonly symbol: string; readonly decimals: number };
  /** Smallest units; with poison, parts of it are counted several times. */
  readonly amount: string;
  /** By reason (`flowStopReasons`), the largest first; shares in hundredths of a percent. */
  readonly bands: readonly {
    readonly reason: string;
    readonly amount: string;
    readonly share: number;
    readonly entities: readonly { readonly name: string; readonly amount: string }[];
  }[];
}

const atOnce = 200;
/** The case may change while it is read. */
const attempts = 3;

/** SHA-256 of the state's JSON with sorted keys and no spaces (RFC 8785). */
export const stateHash = (state: CaseState): string =>
  createHash('sha256').update(canonicalJsonV1(state), 'utf8').digest('hex');

/** Directory versions that the scores of the transactions rest on, the newest first. */
export function directoryVersions({ transactions }: CaseDetails): number[] {
  const versions = transactions.flatMap(({ basis }) => (basis ? [basis.directoryVersion] : []));
  return [...new Set(versions)].toSorted((a, b) => b - a);
}

/** Reads a case whole, with everything that happened to it, as one version of it. */
export function createCaseStates(options: {
  kysely: Kysely<Schema>;
  views: CaseViews;
  organizations: Pick<OrganizationDirectory, 'findByIds'>;
  isDemo: boolean;
}) {
  const { kysely, views, organizations, isDemo } = options;

  async function timelineOf(member: Member, id: string): Promise<CaseEvent[]> {
    const events: CaseEvent[] = [];
    for (let page = 1; ; page += 1) {
      const { data, total } = await views.timeline(member, id, { page, limit: atOnce });
      events.push(...data);
      if (data.length === 0 || events.length >= total) return events.toReversed();
    }
  }

  /** Throws 404 for an unknown case, and 409 if it changes continuously. */
  return async function read(member: Member, id: string): Promise<Omit<CaseState, 'traces'>> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const found = await views.details(member, id);
      const timeline = await timelineOf(member, id);
      const linked = await readDocuments(kysely, found._id);
      const after = await views.find(member, id);
      // Every version has its row, so all three are of one version, or the case has changed meanwhile.
      if (found.version !== after.version || timeline.at(-1)?.number !== found.version) continue;
      const known = await organizations.findByIds(kysely, [member.organizationId]);
      return {
        format: 2,
        organization: { id: member.organizationId, name: known.get(member.organizationId)?.name ?? '' },
        fictional: isDemo,
        case: found,
        timeline,
        documentsLeftOut: linked.length - found.documents.length,
      };
    }
    throw conflict('Someone else is changing this case. Please try again.');
  };
}
