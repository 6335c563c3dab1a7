import { utcTime } from '@hopscope/domain';
import { setImmediate } from 'node:timers/promises';
import { shareText } from '@hopscope/canvas';
import { type CaseDetails, type CaseEvent, flowStopText, mostAssets } from '@hopscope/contract';
import { colors, createPage, type Page, pageMargin } from '../../risk/reports/page.ts';
import { amountText, wordText } from '../../risk/reports/report-text.ts';
import { type CaseState, directoryVersions, stateHash, type TraceResult } from './case-state.ts';

/** Maximum number of items in a report; the rest is in the data file, and the report states how many. */
const limits = { text: 4_000, timeline: 400, notes: 200, counterparties: 5, items: 10 } as const;
/** Maximum characters per text on a page. */
const chunk = 500;

const word = (text: string): string => wordText(text.toLowerCase());

/** Pieces of a long text, cut where a word ends. */
function pieces(text: string): string[] {
  const found: string[] = [];
  for (const line of text.split('\n')) {
    let rest = line;
    while (rest.length > chunk) {
      const space = rest.lastIndexOf(' ', chunk);
      const cut = space > chunk / 2 ? space : chunk;
      found.push(rest.slice(0, cut));
      rest = rest.slice(cut).trimStart();
    }
    if (rest.trim() !== '') found.push(rest);
  }
  return found;
}

function longText(page: Page, text: string, indent = 0): void {
  for (const piece of pieces(text.slice(0, limits.text))) page.text(piece, { indent });
  if (text.length > limits.text) {
    page.text(`${String(text.length - limits.text)} more characters in the data file.`, {
      indent,
      size: 8.5,
      color: colors.faint,
    });
  }
}

function more(page: Page, number: number, what: string): void {
  if (number > 0)
    page.text(`${String(number)} more ${what} in the data file.`, { size: 8.5, color: colors.faint });
}

function head(page: Page, state: CaseState): void {
  const found = state.case;
  page.text(`Case ${String(found.number)}: ${found.title}`, { size: 18, font: 'bold', below: 4 });
  if (state.fictional) {
    page.text('Demo network: everyone and everything in this report is fictional.', {
      font: 'bold',
      below: 6,
    });
  }
  page.fact('Organization', state.organization.name);
  page.fact('Status', word(found.status));
  page.fact('Priority', word(found.priority));
  page.fact('Assigned to', found.assignedTo?.name ?? 'Unassigned');
  page.fact('Client', found.clientId ?? 'None');
  page.fact('Due', found.dueAt === null ? 'None' : utcTime(found.dueAt));
  page.fact('Tags', found.tags.length === 0 ? 'None' : found.tags.join(', '));
  page.fact('Opened', `${found.createdBy.name}, ${utcTime(found.createdAt)}`);
  if (found.hold)
    page.fact('Legal hold', `Since ${utcTime(found.hold.at)} by ${found.hold.by.name}: ${found.hold.reason}`);
  page.fact('State', `Version ${String(found.version)}, last changed ${utcTime(found.updatedAt)}`);
  const versions = directoryVersions(found);
  page.fact('Scores', versions.length === 0 ? 'None' : `Directory version ${versions.join(', ')}`);
  if (found.description !== '') {
    page.heading('Description');
    longText(page, found.description);
  }
}

function decision(page: Page, { decision: made }: CaseDetails): void {
  page.heading('Decision');
  if (!made) return page.text('None: the case is open.');
  page.text(word(made.outcome), { size: 14, font: 'bold' });
  longText(page, made.reason);
  page.text(`${made.by.name}, ${utcTime(made.at)}`, { color: colors.faint });
}

function scoreText({ riskScores, screening }: CaseDetails['transactions'][number]): string {
  if (riskScores.length > 0) return `score ${riskScores.join(' ')} of 100`;
  return screening === 'pending' ? 'being screened' : `no score: ${word(screening).toLowerCase()}`;
}

async function transactions(page: Page, found: CaseDetails): Promise<void> {
  page.heading(`Transactions (${String(found.transactions.length)})`);
  if (found.transactions.length === 0) page.text('None.');
  for (const each of found.transactions) {
    const way = each.direction === 'in' ? 'Received by' : 'Sent by';
    page.row(`${way} ${each.clientId ?? 'a monitored address'}`, amountText(each.amount, each.asset), {
      font: 'bold',
      below: 1,
    });
    for (const asset of each.assets.slice(1)) {
      page.text(
        `${asset.direction === 'in' ? 'Received' : 'Sent'} in the same transaction: ${amountText(asset.amount, asset)}`,
        {
          size: 8.5,
          indent: 10,
          below: 1,
        },
      );
    }
    if (each.assets.length === mostAssets) {
      page.text('The transaction may move more assets.', { size: 8.5, indent: 10, below: 1 });
    }
    page.text(each.txId, { font: 'mono', size: 8, indent: 10, below: 0 });
    page.text(each.address, { font: 'mono', size: 8, indent: 10, below: 1 });
    const worth = each.usdAmount === null ? 'value at that time unknown' : `$${each.usdAmount} at the time`;
    const place = each.block === null ? each.presence : `block ${String(each.block)}`;
    page.text(
      [
        word(each.blockchain),
        utcTime(each.timestamp),
        place,
        worth,
        scoreText(each),
        each.sarReport === null ? word(each.status) : `${word(each.status)} (${each.sarReport})`,
      ].join(', '),
      { size: 8.5, indent: 10, below: 1 },
    );
    for (const party of each.counterparties.slice(0, limits.counterparties)) {
      const name = party.name === null ? '' : `, ${party.name}`;
      page.text(`${each.direction === 'in' ? 'From' : 'To'} ${party.address}${name}`, {
        size: 8,
        indent: 10,
        below: 1,
        color: colors.faint,
      });
    }
    const parties = each.counterpartiesInAll ?? each.counterparties.length;
    more(page, parties - Math.min(limits.counterparties, each.counterparties.length), 'counterparties');
    page.text('', { size: 4, below: 2 });
    await setImmediate();
  }
}

/** Where the money of an auto-trace ended, by reason, with the largest known entities. */
function traceResult(page: Page, { direction, method, starts, asset, amount, bands }: TraceResult): void {
  const [first = '', ...others] = starts;
  const from = others.length > 0 ? `${first} and ${String(others.length)} more` : first;
  page.row(
    `${direction === 'forward' ? 'Destination' : 'Source'} of funds, ${method}: ${from}`,
    amountText(amount, asset),
    { size: 8.5, indent: 10, below: 1 },
  );
  for (const { reason, amount: part, share, entities } of bands) {
    // With poison, parts are counted several times, so they have no shares.
    const of = method === 'poison' ? '' : ` (${shareText(share, BigInt(part))})`;
    page.row(`${flowStopText(reason)}${of}`, amountText(part, asset), { size: 8, indent: 20, below: 0 });
    const small = { size: 8, indent: 30, below: 0, color: colors.faint };
    for (const entity of entities.slice(0, limits.counterparties))
      page.row(entity.name, amountText(entity.amount, asset), small);
    more(page, entities.length - limits.counterparties, 'entities');
  }
  page.text('', { size: 4, below: 2 });
}

function parts(
  page: Page,
  { case: { addresses, documents, tasks }, documentsLeftOut: leftOut, traces }: CaseState,
): void {
  page.heading(`Addresses (${String(addresses.length)})`);
  if (addresses.length === 0) page.text('None.');
  for (const { address, blockchain, addedBy } of addresses) {
    page.text(address, { font: 'mono', size: 8.5, below: 0 });
    page.text(`${word(blockchain)}, added by ${addedBy.name}`, { size: 8.5, color: colors.faint });
  }
  page.heading(`FlowTrace documents (${String(documents.length)})`);
  if (documents.length === 0) page.text('None.');
  for (const { title, documentId, addedBy } of documents) {
    page.row(`${title}, linked by ${addedBy.name}`, documentId, { size: 8.5 });
    for (const trace of traces.find((each) => each.documentId === documentId)?.results ?? [])
      traceResult(page, trace);
  }
  if (leftOut > 0) page.text(`${String(leftOut)} more that the author of this report cannot see.`);
  page.heading(`Tasks (${String(tasks.length)})`);
  if (tasks.length === 0) page.text('None.');
  for (const task of tasks) {
    const due = task.dueAt === null ? '' : `, due ${utcTime(task.dueAt)}`;
    const done =
      task.doneAt === null
        ? `Open, ${task.assignee?.name ?? 'unassigned'}${due}`
        : `Done by ${task.doneBy?.name ?? 'unknown'}, ${utcTime(task.doneAt)}`;
    page.text(task.text, { below: 0 });
    page.text(done, { size: 8.5, color: colors.faint });
  }
}

function evidence(page: Page, found: CaseDetails): void {
  page.heading(`Evidence (${String(found.counts.evidence)})`);
  if (found.evidence.length === 0) page.text('None.');
  for (const file of found.evidence) {
    page.row(file.name, `${String(file.size)} bytes`, { font: 'bold', below: 1 });
    page.text(`SHA-256 ${file.sha256}`, { font: 'mono', size: 8, indent: 10, below: 1 });
    page.text(`${file.type}, added by ${file.addedBy.name}, ${utcTime(file.addedAt)}`, {
      size: 8.5,
      indent: 10,
      below: 1,
      color: colors.faint,
    });
    if (file.removed) {
      const { by, at, reason } = file.removed;
      page.text(`Removed by ${by.name}, ${utcTime(at)}. The content was deleted.`, { size: 8.5, indent: 10 });
      longText(page, reason, 10);
    }
  }
}

async function notes(page: Page, found: CaseDetails): Promise<void> {
  page.heading(`Notes (${String(found.notes.length)})`);
  if (found.notes.length === 0) page.text('None.');
  for (const note of found.notes.slice(0, limits.notes)) {
    page.text(`${note.by.name}, ${utcTime(note.at)}`, { font: 'bold', below: 1 });
    longText(page, note.text);
    await setImmediate();
  }
  more(page, found.notes.length - limits.notes, 'notes');
}

const fieldNames: Readonly<Record<string, string>> = {
  assignedTo: 'Assigned to',
  clientId: 'Client',
  dueAt: 'Due',
  sha256: 'SHA-256',
};

function shown(field: string, value: CaseEvent['changes'][number]['from']): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && field === 'dueAt') return utcTime(value);
  if (typeof value === 'string' && ['status', 'priority', 'outcome'].includes(field)) return word(value);
  return typeof value === 'string' ? value : value.join(', ') || 'none';
}

async function timeline(page: Page, events: readonly CaseEvent[]): Promise<void> {
  page.heading(`Timeline (${String(events.length)})`);
  for (const event of events.slice(0, limits.timeline)) {
    page.row(
      `${String(event.number)}  ${word(event.kind)}`,
      `${event.by?.name ?? 'Automatic'}, ${utcTime(event.timestamp)}`,
      { size: 8.5, below: 1 },
    );
    const small = { size: 8, indent: 14, below: 1, color: colors.faint };
    for (const { name } of event.items.slice(0, limits.items)) page.text(name, small);
    more(page, event.items.length - limits.items, 'items');
    for (const { field, from, to } of event.changes)
      page.text(
        `${fieldNames[field] ?? wordText(field)}: ${shown(field, from)} > ${shown(field, to)}`,
        small,
      );
    // Notes have their text above.
    if (event.note !== null && event.kind !== 'note_added') page.text(event.note, small);
    await setImmediate();
  }
  more(page, events.length - limits.timeline, 'changes');
}

/** Renders a case as an A4 PDF; the same state produces the same bytes. Contains only times of the case. */
export async function renderCaseReport(state: CaseState, application: string): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const { case: found } = state;
  const changed = new Date(found.updatedAt);
  const hash = stateHash(state);
  const doc = new PDFDocument({
    size: 'A4',
    margin: pageMargin,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `Case ${String(found.number)}`,
      Author: 'Hopscope',
      Creator: `Hopscope ${application}`,
      Subject: hash,
      CreationDate: changed,
      ModDate: changed,
    },
  });
  const bytes: Uint8Array[] = [];
  doc.on('data', (part: Uint8Array) => bytes.push(part));
  const done = new Promise<void>((resolve, reject) => {
    doc.once('end', resolve);
    doc.once('error', reject);
  });
  const page = createPage(doc);
  head(page, state);
  decision(page, found);
  await transactions(page, found);
  parts(page, state);
  evidence(page, found);
  await notes(page, found);
  await timeline(page, state.timeline);
  page.heading('About this report');
  page.text(
    `This report describes version ${String(found.version)} of the case. Scores and statuses of transactions are those at the time of the report; the same state produces the same file. The hash at the bottom of every page is the SHA-256 of that state, which the data file contains too.`,
  );
  if (page.hasLost())
    page.text('Characters that this file cannot show are replaced by “?”. The data file has them.');
  page.foot(`Case ${String(found.number)}, version ${String(found.version)}, state ${hash}`);
  doc.end();
  await done;
  return Buffer.concat(bytes);
}
