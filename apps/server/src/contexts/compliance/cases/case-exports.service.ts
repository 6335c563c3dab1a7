import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { Viewing } from '../../directory/attributions/csam.ts';
import type { ByMember } from '../../identity/organizations/membership.service.ts';
import { type DocumentFile, dataFiles } from './case-data.ts';
import { readEvidence } from './case-evidence.store.ts';
import type { EvidenceFiles } from './evidence-files.ts';
import { renderCaseReport } from './case-report.ts';
import { type CaseState, type DocumentTraces, stateHash, type TraceResult } from './case-state.ts';
import { zipStream } from '../../../lib/zip-stream.ts';

type Call = ByMember & Viewing;

/** Cases as files: a report to read and everything as data (docs/guide/cases.md). */
export function createCaseExports(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  read: (member: ByMember['member'], id: string) => Promise<Omit<CaseState, 'traces'>>;
  drawing: (call: Call, documentId: string) => Promise<DocumentFile>;
  traces: (call: Call, documentId: string) => Promise<readonly TraceResult[]>;
  files: EvidenceFiles;
  version: string;
}) {
  const { kysely, audit, read, drawing, files, version } = options;

  async function stateOf(call: Call, id: string): Promise<CaseState> {
    const state = await read(call.member, id);
    const traces: DocumentTraces[] = [];
    for (const { documentId } of state.case.documents) {
      const results = await options.traces(call, documentId);
      if (results.length > 0) traces.push({ documentId, results });
    }
    return { ...state, traces };
  }

  async function recordDownload(
    { actor, member, origin }: Call,
    action: 'case.report_downloaded' | 'case.data_downloaded',
    state: CaseState,
  ): Promise<void> {
    await kysely.transaction().execute((trx) =>
      audit.record(trx, {
        actor,
        actorRole: member.role,
        origin,
        organizationId: member.organizationId,
        action,
        subject: { type: 'case', id: state.case._id },
        after: { version: state.case.version, state: stateHash(state) },
      }),
    );
  }

  const nameOf = ({ case: { number, version: changed } }: CaseState): string =>
    `case-${String(number)}-version-${String(changed)}`;

  return {
    async report(call: Call, id: string): Promise<{ type: string; bytes: Buffer; filename: string }> {
      const state = await stateOf(call, id);
      const bytes = await renderCaseReport(state, version);
      await recordDownload(call, 'case.report_downloaded', state);
      return { type: 'application/pdf', bytes, filename: `${nameOf(state)}.pdf` };
    },

    /** Streams the file, so that no evidence file is in memory as a whole. */
    async data(call: Call, id: string) {
      const state = await stateOf(call, id);
      const report = await renderCaseReport(state, version);
      const stored = await readEvidence(kysely, state.case._id);
      const evidence = new Map(
        stored.filter((file) => file.removed_at === null).map((file) => [file.id, file]),
      );
      for (const file of evidence.values()) files.checkKey(file);
      await recordDownload(call, 'case.data_downloaded', state);
      const contents = dataFiles({
        state,
        report,
        document: (documentId) => drawing(call, documentId),
        async *bytesOf(evidenceId) {
          const file = evidence.get(evidenceId);
          if (file) yield* files.parts(kysely, file);
        },
      });
      return {
        filename: `${nameOf(state)}.zip`,
        type: 'application/zip' as const,
        lines: zipStream(contents),
      };
    },
  };
}
