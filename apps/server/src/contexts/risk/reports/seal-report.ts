import { canonicalJsonV1 } from '@hopscope/domain';
import { createHash } from 'node:crypto';
import type { ReportModel, SealedReport } from './report-model.ts';

function hashOf(model: ReportModel): string {
  return createHash('sha256').update(canonicalJsonV1(model), 'utf8').digest('hex');
}

/** The report with its hash: SHA-256 of its JSON with sorted keys and no spaces (RFC 8785). */
export function sealReport(model: ReportModel): SealedReport {
  return { ...model, signatureHash: hashOf(model) };
}

/** Tests whether a report matches its seal. */
export function isIntact({ signatureHash, ...model }: SealedReport): boolean {
  return hashOf(model) === signatureHash;
}
