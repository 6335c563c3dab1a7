import { toHex } from '@hopscope/chain';
import type { SarContent, SarForm, SarInstitution, SarProblem } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { conflict } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { ByMember, Member } from '../../identity/organizations/membership.service.ts';
import { hashOf, readContent, transactionsCsv } from './sar-content.ts';
import type { SarInstitutions } from './sar-institution.service.ts';
import type { SarViews } from './sar-views.ts';
import type { SarRow } from './sars.store.ts';
import { type FincenReport, fincenXml } from './xml/fincen.ts';
import { goamlXml } from './xml/goaml.ts';

const formNames: Readonly<Record<SarForm, string>> = { fincen: 'FinCEN', goaml: 'goAML' };

/** Loaded with the first report: the WebAssembly of the library uses 18 MB. */
const schemaCheck = () => import('./xml/schema-check.ts');

type Numbered = Pick<SarRow, 'number'>;

const attachmentName = ({ number }: Numbered): string => `sar-${number}-transactions.csv`;

/** The XML of a report. `today`: `YYYY-MM-DD`. */
function xmlOf(content: SarContent, form: SarForm, { row, today }: { row: Numbered; today: string }): string {
  if (form === 'goaml') {
    return goamlXml(content, { reference: `SAR-${row.number}`, at: `${today}T00:00:00` });
  }
  return fincenXml([reportOf(content, row)], { today, transmitter: content.institution });
}

const reportOf = (content: SarContent, row: Numbered): FincenReport => ({
  content,
  attachment: content.attachTransactions ? attachmentName(row) : null,
});

/** What a transmitter of a batch file has, by the name that people see (FinCEN SAR XML Schema 2.0 User Guide, section 3). */
const ofTransmitter = {
  legalName: 'legal name',
  tin: 'taxpayer number',
  phone: 'phone',
  transmitterCode: 'Transmitter Control Code',
  transmitterContact: 'contact of the transmitter',
} as const satisfies Partial<Record<keyof SarInstitution, string>>;

function checkTransmitter(from: SarInstitution | undefined): SarInstitution {
  if (!from) throw conflict('Enter the institution first: it transmits the file');
  const missing = Object.entries(ofTransmitter).flatMap(([field, name]) =>
    from[field as keyof typeof ofTransmitter] === '' ? [name] : [],
  );
  if (missing.length === 0) return from;
  throw conflict(
    `The institution transmits the file, but its data is incomplete. Missing: ${missing.join(', ')}`,
  );
}

/** Throws 409 with what of a file does not follow its schema. */
async function requireSchema(xml: string, form: SarForm): Promise<void> {
  const problems = (await schemaCheck()).checkXml(xml, form);
  if (problems.length === 0) return;
  const lines = problems.slice(0, 5).map(({ line, message }) => `line ${line}: ${message}`);
  throw conflict(`The XML does not follow the schema: ${lines.join('; ')}`);
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

type SarFile = { type: string; filename: string; bytes: Buffer };

/** Exports signed reports and records each download in the audit log. */
export function createSarExports(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  views: SarViews;
  institutions: Pick<SarInstitutions, 'stored'>;
}) {
  const { kysely, audit, views, institutions } = options;

  /** A report as two people have signed it; 409 before that, and for a form that it is not filed in. */
  async function signed(
    member: Member,
    id: string,
    form: SarForm | undefined,
  ): Promise<{ row: SarRow; content: SarContent }> {
    const row = await views.find(member, id);
    const { organization_id: organizationId, number } = row;
    if (row.status !== 'SIGNED' && row.status !== 'SUBMITTED') {
      throw conflict(`Report ${number} is not signed by two people yet`);
    }
    if (!hashOf(row.content, { organizationId, number }).equals(row.hash)) {
      throw conflict('The stored report differs from what was signed and cannot be downloaded');
    }
    const content = readContent(row.content);
    if (form !== undefined && !content.forms.includes(form)) {
      throw conflict(`Report ${number} is not filed as ${formNames[form]} XML`);
    }
    return { row, content };
  }

  /** Returns the file and records the download for each report in it. */
  async function handOut(
    { actor, member, origin }: ByMember,
    {
      rows,
      format,
      filename,
      text,
    }: { rows: readonly SarRow[]; format: string; filename: string; text: string },
  ): Promise<SarFile> {
    const bytes = Buffer.from(text, 'utf8');
    await kysely.transaction().execute(async (trx) => {
      for (const row of rows) {
        await audit.record(trx, {
          actor,
          actorRole: member.role,
          origin,
          organizationId: row.organization_id,
          action: 'sar.exported',
          subject: { type: 'sar', id: row.id },
          after: { format, bytes: bytes.length, hash: toHex(row.hash) },
        });
      }
    });
    return { type: 'application/octet-stream', filename, bytes };
  }

  return {
    /** 409 before both signatures, for a form that the report is not filed in, and where the XML does not follow its schema. */
    async take(by: ByMember, id: string, format: SarForm | 'csv'): Promise<SarFile> {
      const { row, content } = await signed(by.member, id, format === 'csv' ? undefined : format);
      const filename = format === 'csv' ? attachmentName(row) : `sar-${row.number}-${format}.xml`;
      if (format === 'csv') {
        return handOut(by, { rows: [row], format, filename, text: transactionsCsv(content) });
      }
      const text = xmlOf(content, format, { row, today: views.today() });
      await requireSchema(text, format);
      return handOut(by, { rows: [row], format, filename, text });
    },

    /** Exports several reports in one FinCEN file, with any filing institutions. */
    async takeBatch(by: ByMember, ids: readonly string[]): Promise<SarFile> {
      const reports = [];
      for (const id of ids) reports.push(await signed(by.member, id, 'fincen'));
      const transmitter = checkTransmitter(await institutions.stored(kysely, by.member.organizationId));
      const today = views.today();
      const text = fincenXml(
        reports.map(({ row, content }) => reportOf(content, row)),
        { today, transmitter },
      );
      await requireSchema(text, 'fincen');
      const rows = reports.map(({ row }) => row);
      return handOut(by, { rows, format: 'fincen batch', filename: `sars-${today}-fincen.xml`, text });
    },
  };
}
