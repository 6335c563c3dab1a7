import { createHash, randomUUID } from 'node:crypto';
import { toHex } from '@hopscope/chain';
import { type CaseDetails, caseLimits, may } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError, badRequest, conflict, forbidden, notFound } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import { requireProvenEmail } from '../../identity/auth/proven-email.ts';
import type { ByMember } from '../../identity/organizations/membership.service.ts';
import type { Storage } from '../../identity/subscriptions/storage.service.ts';
import { type CaseChanges } from './case-changes.ts';
import { checkLimit } from './case-contents.service.ts';
import { type EvidenceRow, readEvidence, removeBytes } from './case-evidence.store.ts';
import type { CaseViews } from './case-views.ts';
import type { EvidenceFiles } from './evidence-files.ts';
import { checkEvidence, takenEndings } from './evidence-type.ts';
import { cleanFileName, headerFileName } from './file-name.ts';

const gone = (): AppError => new AppError('gone', 'This file was removed');

interface EvidenceRef {
  readonly id: string;
  readonly evidenceId: string;
}

/**
 * Returns the clean name and the type of a file. Throws 400 if it is empty, of an unsupported type, or doesn't match its
 * extension.
 */
function judge(bytes: Buffer, given: string) {
  if (bytes.length === 0) throw badRequest('bad_request', 'The file is empty');
  const { name, ending } = cleanFileName(given);
  const verdict = checkEvidence(bytes, ending);
  if ('type' in verdict) return { name, type: verdict.type };
  const isTaken = takenEndings.includes(ending);
  throw badRequest(
    'bad_request',
    isTaken
      ? `${name} is not a .${ending} file: it is ${verdict.is}`
      : `${name} cannot be added: it is ${verdict.is}. Allowed file types: ${takenEndings.map((each) => `.${each}`).join(', ')}`,
  );
}

/** Evidence files of cases: returned unchanged, and never served as a page (docs/guide/cases.md). */
export function createCaseEvidence(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  views: CaseViews;
  changes: CaseChanges;
  storage: Storage;
  files: EvidenceFiles;
}) {
  const { kysely, audit, views, changes, storage, files } = options;

  async function fileOf(db: Kysely<Schema>, caseId: string, evidenceId: string): Promise<EvidenceRow> {
    const file = (await readEvidence(db, caseId)).find(({ id }) => id === evidenceId.toLowerCase());
    if (!file) throw notFound('File not found');
    return file;
  }

  return {
    async add(
      by: ByMember,
      id: string,
      { name: given, bytes }: { name: string; bytes: Buffer },
    ): Promise<CaseDetails> {
      requireProvenEmail(by.actor, 'upload files');
      const { name, type } = judge(bytes, given);
      const sha256 = createHash('sha256').update(bytes).digest();
      return changes.change(by, { id }, async ({ trx, row, at }) => {
        const stored = (await readEvidence(trx, row.id)).filter((file) => file.removed_at === null);
        const twin = stored.find((file) => sha256.equals(file.sha256));
        if (twin) throw conflict(`This file is already in the case as ${twin.name}`);
        checkLimit(stored.length + 1, caseLimits.files, 'files');
        await storage.check(trx, by.member.organizationId, bytes.length);
        const file = {
          id: randomUUID(),
          case_id: row.id,
          name,
          type,
          size: bytes.length,
          sha256,
          added_by: by.member.userId,
          added_at: at,
          removed_by: null,
          removed_at: null,
          removed_because: null,
        };
        await files.add(trx, file, bytes);
        const hash = sha256.toString('hex');
        return {
          kind: 'evidence_added',
          changes: [{ field: 'sha256', from: null, to: hash }],
          items: [{ id: file.id, name }],
          after: { evidence: file.id, type, size: bytes.length, sha256: hash },
        };
      });
    },

    /** 410 for one whose bytes were removed, 503 for one whose key the server lacks. */
    async download(
      by: ByMember,
      { id, evidenceId }: EvidenceRef,
    ): Promise<{ type: string; filename: string; bytes: Buffer }> {
      const { actor, member, origin } = by;
      const row = await views.find(member, id);
      const file = await fileOf(kysely, row.id, evidenceId);
      if (file.removed_at !== null) throw gone();
      const bytes = await files.read(kysely, file);
      await kysely.transaction().execute((trx) =>
        audit.record(trx, {
          actor,
          actorRole: member.role,
          origin,
          organizationId: member.organizationId,
          action: 'case.evidence_downloaded',
          subject: { type: 'case', id: row.id },
          after: { evidence: file.id },
        }),
      );
      return { type: 'application/octet-stream', filename: headerFileName(file.name), bytes };
    },

    async remove(by: ByMember, { id, evidenceId }: EvidenceRef, reason: string): Promise<CaseDetails> {
      const { member } = by;
      return changes.change(by, { id }, async ({ trx, row, at }) => {
        const file = await fileOf(trx, row.id, evidenceId);
        if (file.removed_at !== null) throw gone();
        if (file.added_by !== member.userId && !may(member.role, 'cases.decide')) {
          throw forbidden('Only the person who added the file or a manager can remove it');
        }
        await removeBytes(trx, file.id, {
          removed_by: member.userId,
          removed_at: at,
          removed_because: reason,
        });
        return {
          kind: 'evidence_removed',
          items: [{ id: file.id, name: file.name }],
          note: reason,
          before: { evidence: file.id, sha256: toHex(file.sha256) },
          reason,
        };
      });
    },
  };
}
