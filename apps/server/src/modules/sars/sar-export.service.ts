import type { SarContent, SarForm, SarProblem } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { ByMember } from '../organizations/membership.service.ts';
import { conflict } from './sar-changes.ts';
import { hashOf, readContent, transactionsCsv } from './sar-content.ts';
import type { SarViews } from './sar-views.ts';
import type { SarRow } from './sars.store.ts';
import { fincenXml } from './xml/fincen.ts';
import { goamlXml } from './xml/goaml.ts';

const formNames: Readonly<Record<SarForm, string>> = { fincen: 'FinCEN', goaml: 'goAML' };

/** Loaded when the first report is checked: the library's WebAssembly takes 18 MB. */
const schemaCheck = () => import('./xml/schema-check.ts');

type Numbered = Pick<SarRow, 'number'>;

const attachmentName = ({ number }: Numbered): string => `sar-${number}-transactions.csv`;

/** The XML of a report. `today`: `YYYY-MM-DD`. */
function xmlOf(content: SarContent, form: SarForm, { row, today }: { row: Numbered; today: string }): string {
  if (form === 'goaml') {
    return goamlXml(content, { reference: `SAR-${row.number}`, at: `${today}T00:00:00` });
  }
  return fincenXml(content, { today, attachment: content.attachTransactions ? attachmentName(row) : null });
}

/** What of the XML of each form does not follow its schema; empty: all do. */
export async function schemaProblems(
  content: SarContent,
  at: { row: Numbered; today: string },
): Promise<SarProblem[]> {
  const { checkXml } = await schemaCheck();
  const problems: SarProblem[] = [];
  for (const form of content.forms) {
    for (const { line, message } of checkXml(xmlOf(content, form, at), form)) {
      problems.push({ path: 'forms', message: `${formNames[form]} XML, line ${line}: ${message}` });
    }
  }
  return problems;
}

/** Hands out what is filed; who took what is kept in the audit log. */
export function createSarExports(options: { kysely: Kysely<Schema>; audit: Audit; views: SarViews }) {
  const { kysely, audit, views } = options;
  return {
    /** 409 before both signatures, for a form that the report is not filed in, and where the XML does not follow its schema. */
    async take(
      { actor, member, origin }: ByMember,
      id: string,
      format: SarForm | 'csv',
    ): Promise<{ type: string; filename: string; bytes: Buffer }> {
      const row = await views.find(member, id);
      if (row.status !== 'SIGNED' && row.status !== 'SUBMITTED') {
        throw conflict('A report is handed out once two people have signed it');
      }
      const { organization_id: organizationId, number } = row;
      if (!hashOf(row.content, { organizationId, number }).equals(row.hash)) {
        throw conflict('The kept report is not what was signed; it is not handed out');
      }
      const content = readContent(row.content);
      if (format !== 'csv' && !content.forms.includes(format)) {
        throw conflict(`This report is not filed as ${formNames[format]} XML`);
      }
      const text =
        format === 'csv' ? transactionsCsv(content) : xmlOf(content, format, { row, today: views.today() });
      const problems = format === 'csv' ? [] : (await schemaCheck()).checkXml(text, format);
      if (problems.length > 0) {
        const told = problems.slice(0, 5).map(({ line, message }) => `line ${line}: ${message}`);
        throw conflict(`The XML does not follow the schema: ${told.join('; ')}`);
      }
      const bytes = Buffer.from(text, 'utf8');
      await kysely.transaction().execute((trx) =>
        audit.record(trx, {
          actor,
          actorRole: member.role,
          origin,
          organizationId,
          action: 'sar.exported',
          subject: { type: 'sar', id: row.id },
          after: { format, bytes: bytes.length, hash: Buffer.from(row.hash).toString('hex') },
        }),
      );
      const filename = format === 'csv' ? attachmentName(row) : `sar-${number}-${format}.xml`;
      return { type: 'application/octet-stream', filename, bytes };
    },
  };
}
