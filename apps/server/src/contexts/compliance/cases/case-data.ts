import { createHash } from 'node:crypto';
import { caseLimits, type CaseEvidence } from '@hopscope/contract';
import type { CaseState } from './case-state.ts';
import { directoryVersions, stateHash } from './case-state.ts';
import { addressesCsv, transactionsCsv } from './case-tables.ts';
import { headerFileName } from './file-name.ts';
import type { ZipFile } from '../../../lib/zip-stream.ts';

/** A FlowTrace document as a file, or why it is left out. */
export type DocumentFile = { readonly text: string } | { readonly leftOut: string };

export interface DataParts {
  readonly state: CaseState;
  readonly report: Uint8Array;
  /** As a file that FlowTrace opens. */
  readonly document: (documentId: string) => Promise<DocumentFile>;
  /** Streams an evidence file. */
  readonly bytesOf: (evidenceId: string) => AsyncIterable<Uint8Array>;
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`, 'utf8');

/** Returns the file name in the archive: position and the part of the name that every file system accepts. Names can repeat. */
function evidenceName({ name }: CaseEvidence, at: number): string {
  const plain = headerFileName(name).replaceAll(/[^\w.()+-]/g, '_');
  return `evidence/${String(at + 1).padStart(String(caseLimits.files).length + 1, '0')}-${plain}`;
}

const readme = `About this file
---------------
A Hopscope case with everything in it that the person who downloaded it can access.

case.json           the case itself, without the parts below
timeline.json       all changes, oldest first, numbered by the version that they created
transactions.json   compliance transactions with amounts in the smallest unit of their asset, and the basis of their scores
transactions.csv    the same as a table
addresses.json/csv  addresses of the case
documents.json      FlowTrace documents, including the number of omitted ones
traces.json         results of auto-traces in these documents
documents/          these documents as files to import into FlowTrace
notes.json          notes
tasks.json          tasks
evidence.json       evidence files with their SHA-256, including removed ones
evidence/           the contents of the files, unchanged
report.pdf          the case as a document
MANIFEST.json       SHA-256 and size of every other file here

The same state of the case produces the same bytes. Empty cells and null mean unknown or none.
`;

/** The files of a data file in their order; the last one names the hashes of all others. */
export async function* dataFiles({ state, report, document, bytesOf }: DataParts): AsyncGenerator<ZipFile> {
  const entries: { name: string; size: number; sha256: string }[] = [];

  function known(name: string, bytes: Uint8Array): ZipFile {
    entries.push({ name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
    return { name, bytes };
  }

  /** Streams a file and aborts the connection if it differs from its recorded hash. */
  async function* checked(name: string, file: CaseEvidence): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let size = 0;
    for await (const part of bytesOf(file._id)) {
      hash.update(part);
      size += part.length;
      yield part;
    }
    if (size !== file.size || hash.digest('hex') !== file.sha256)
      throw new Error(`The bytes of evidence file ${file._id} are not those that were added`);
    entries.push({ name, size, sha256: file.sha256 });
  }

  const { transactions, addresses, documents, notes, tasks, evidence, ...rest } = state.case;
  yield known('README.txt', Buffer.from(readme, 'utf8'));
  yield known(
    'case.json',
    json({ organization: state.organization, fictional: state.fictional, case: rest }),
  );
  yield known('timeline.json', json(state.timeline));
  yield known('transactions.json', json(transactions));
  yield known('transactions.csv', Buffer.from(transactionsCsv(state), 'utf8'));
  yield known('addresses.json', json(addresses));
  yield known('addresses.csv', Buffer.from(addressesCsv(state), 'utf8'));
  yield known('notes.json', json(notes));
  yield known('tasks.json', json(tasks));
  const drawn: object[] = [];
  for (const [at, link] of documents.entries()) {
    const made = await document(link.documentId);
    if ('leftOut' in made) {
      drawn.push({ ...link, file: null, leftOut: made.leftOut });
      continue;
    }
    const name = `documents/${String(at + 1).padStart(2, '0')}-${link.documentId}.json`;
    drawn.push({ ...link, file: name, leftOut: null });
    yield known(name, Buffer.from(made.text, 'utf8'));
  }
  yield known('documents.json', json({ documents: drawn, documentsOmitted: state.documentsLeftOut }));
  yield known('traces.json', json(state.traces));
  const named = evidence.map((file, at) => ({
    ...file,
    file: file.removed ? null : evidenceName(file, at),
  }));
  yield known('evidence.json', json(named));
  for (const file of named)
    if (file.file !== null) yield { name: file.file, bytes: checked(file.file, file) };
  yield known('report.pdf', report);
  yield {
    name: 'MANIFEST.json',
    bytes: json({
      format: state.format,
      case: { id: state.case._id, number: state.case.number, version: state.case.version },
      lastChange: state.case.updatedAt,
      state: stateHash(state),
      directoryVersions: directoryVersions(state.case),
      files: entries,
    }),
  };
}
