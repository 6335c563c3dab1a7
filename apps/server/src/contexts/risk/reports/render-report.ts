import { utcTime, plural } from '@hopscope/domain';
import { setImmediate } from 'node:timers/promises';
import { colors, createPage, type Page, pageMargin } from './page.ts';
import type { ReportExposure, ReportFactor, SealedReport } from './report-model.ts';
import { amountText, dollarText, levelText, percentText, pointsText, wordText } from './report-text.ts';

/** Maximum number of items in the PDF; the rest is in the JSON report, and the PDF states how many. */
const limits = { factors: 60, evidence: 10, exposures: 80, steps: 12, sources: 60 } as const;

const states = {
  not_enough_seen: 'No score: insufficient data',
  nothing_known: 'No score: no data',
  not_covered: 'No score: not in the ledger',
  failed: 'No score: calculation failed',
} as const;

/**
 * Renders a report as an A4 PDF; the same report produces the same bytes. Names in scripts that the built-in PDF fonts lack
 * are shown with “?”, which the PDF states; the JSON report has them.
 */
export async function renderReport(report: SealedReport): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit');
  const generated = new Date(report.generatedAt);
  const doc = new PDFDocument({
    size: 'A4',
    margin: pageMargin,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `Risk report ${report.address}`,
      Author: 'Hopscope',
      Creator: `Hopscope ${report.versions.application}`,
      Subject: report.signatureHash,
      CreationDate: generated,
      ModDate: generated,
    },
  });
  const parts: Uint8Array[] = [];
  doc.on('data', (part: Uint8Array) => parts.push(part));
  const done = new Promise<void>((resolve, reject) => {
    doc.once('end', resolve);
    doc.once('error', reject);
  });
  const page = createPage(doc);
  head(page, report);
  await factors(page, report);
  await exposures(page, report);
  coverage(page, report);
  foundations(page, report);
  if (page.hasLost()) {
    page.text('Characters that this file cannot show are replaced by “?”. The JSON report has them.', {
      color: colors.faint,
    });
  }
  page.foot(`SHA-256 ${report.signatureHash}`);
  doc.end();
  await done;
  return Buffer.concat(parts);
}

function head(page: Page, report: SealedReport): void {
  const { score } = report;
  page.text('Risk report', { size: 20, font: 'bold', below: 4 });
  if (report.fictional) {
    page.text('Demo network: everyone and everything in this report is fictional.', {
      font: 'bold',
      below: 6,
    });
  }
  page.fact('Address', report.address, 'mono');
  page.fact('Blockchain', `${wordText(report.blockchain)}, ${report.network}`);
  page.fact('Generated', utcTime(report.generatedAt));
  const { owner } = report;
  page.fact(
    'Entity',
    owner === null
      ? 'Unknown'
      : `${owner.name} (${owner.entityId})${owner.type === null ? '' : `, ${wordText(owner.type)}`}`,
  );
  for (const label of owner?.labels ?? []) page.fact('', labelText(label));
  page.heading('Score');
  if (score.overall === null || score.state !== 'scored') {
    const why = score.state === 'scored' ? 'No score' : states[score.state];
    page.text(why, { size: 14, font: 'bold', color: colors.unknown });
    page.text(score.reason ?? 'No reason available.');
    page.text('No score is not a low score: there is not enough data for an assessment.', {
      color: colors.faint,
    });
  } else {
    page.text(`${pointsText(score.overall)} of 100: ${levelText(score.level)}`, {
      size: 16,
      font: 'bold',
      color: colors[score.level],
    });
  }
  for (const group of score.groups) {
    const own = group.score === null ? 'unknown' : pointsText(group.score);
    const raised = group.raised === 0 ? '' : `, raised by ${pointsText(group.raised)}`;
    page.row(
      `${wordText(group.name)}: ${own}, weight ${percentText(group.weight)}${raised}`,
      `${pointsText(group.weighted + group.raised)} points`,
    );
  }
}

/** Others get their turn between two rows, here and below. */
async function factors(page: Page, report: SealedReport): Promise<void> {
  page.heading('Risk factors');
  if (report.factors.length === 0) page.text('No factors.');
  else if (report.score.overall !== null) {
    page.text(`The points of all factors add up to ${pointsText(report.score.overall)}.`, {
      color: colors.faint,
    });
  }
  for (const factor of report.factors.slice(0, limits.factors)) {
    drawFactor(page, factor, report);
    await setImmediate();
  }
  more(page, report.factors.length - limits.factors, 'factors');
}

function drawFactor(page: Page, factor: ReportFactor, report: SealedReport): void {
  page.row(`${factor.name} (${levelText(factor.severity)})`, `${pointsText(factor.contribution)} points`, {
    font: 'bold',
    below: 1,
  });
  page.text(factor.description, { below: 2 });
  const hops = (number: number | null): string => (number === null ? 'own' : hopsText(number));
  for (const { transaction, amount, hops: away } of factor.evidence.slice(0, limits.evidence)) {
    page.text(transaction, { font: 'mono', size: 8, indent: 10, below: 0 });
    const moved = amount === '0' ? '' : `${worth(amount, report)}, `;
    page.text(`${moved}${hops(away)}`, {
      size: 8.5,
      indent: 10,
      below: 2,
      color: colors.faint,
    });
  }
  more(page, factor.transactions - Math.min(limits.evidence, factor.evidence.length), 'transactions');
  for (const label of factor.labels) page.text(labelText(label), { size: 8.5, indent: 10, below: 1 });
  page.text('', { below: 2, size: 4 });
}

async function exposures(page: Page, report: SealedReport): Promise<void> {
  page.heading('Exposure');
  if (report.exposures.length === 0) page.text('No known entities.');
  for (const exposure of report.exposures.slice(0, limits.exposures)) {
    drawExposure(page, exposure, report);
    await setImmediate();
  }
  more(page, report.exposures.length - limits.exposures, 'exposures');
}

function drawExposure(page: Page, exposure: ReportExposure, report: SealedReport): void {
  const way = exposure.direction === 'in' ? 'Received from' : 'Sent to';
  const who =
    exposure.entity === null
      ? wordText(exposure.category)
      : `${exposure.entity}, ${wordText(exposure.category)}`;
  page.row(`${way} ${who}`, percentText(exposure.share), { font: 'bold', below: 1 });
  page.text(`${worth(exposure.amount, report)}, ${hopsText(exposure.hops)}`, { below: 2 });
  for (const [i, step] of exposure.path.slice(0, limits.steps).entries()) {
    page.text(`${String(i + 1)}  ${step.transaction}`, { font: 'mono', size: 8, indent: 10, below: 0 });
    const place = [step.address ?? 'no address', ...(step.owner === null ? [] : [step.owner])].join(', ');
    const other = step.converted ? (step.converted.symbol ?? step.converted.contract ?? 'another asset') : '';
    const converted =
      other === '' ? '' : ` converted ${exposure.direction === 'in' ? 'from' : 'to'} ${other}`;
    const odds = step.odds ?? null;
    const linked = odds === null ? '' : ` probably through a mixer (odds ${percentText(odds)})`;
    page.text(`${amountText(step.amount, report.asset)}${converted}${linked}, ${place}`, {
      size: 8,
      indent: 24,
      below: 2,
      color: colors.faint,
    });
  }
  more(page, exposure.path.length - limits.steps, 'steps');
}

function coverage(page: Page, report: SealedReport): void {
  page.heading('Coverage');
  for (const { direction, total, known, unknown, notWalked } of report.coverage) {
    const what = direction === 'in' ? 'Received' : 'Sent';
    if (BigInt(total) === 0n) {
      page.row(`${what} in total`, 'None', { font: 'bold' });
      continue;
    }
    page.row(`${what} in total`, worth(total, report), { font: 'bold', below: 1 });
    page.row('Traced to a known endpoint', percentText(known), { indent: 10, below: 1 });
    page.row('Not in the ledger', percentText(unknown), { indent: 10, below: 1 });
    page.row('Not traced', percentText(notWalked), { indent: 10 });
  }
  for (const sentence of report.notAssessed) page.text(`• ${sentence}`, { below: 2 });
}

function foundations(page: Page, report: SealedReport): void {
  const { method, versions, price, asset } = report;
  page.heading('Method and versions');
  page.fact('Method', `${wordText(method.taint)}: ${method.description}`);
  page.fact('Limits', `${hopsText(method.hops)}, ${String(method.budget)} transactions`);
  page.fact('Ledger', versions.ledger ? `Block ${String(versions.ledger.height)}` : 'No blocks');
  if (versions.ledger) page.fact('', versions.ledger.hash, 'mono');
  if (versions.other) {
    page.fact('Other chain', `Block ${String(versions.other.height)}`);
    page.fact('', versions.other.hash, 'mono');
  }
  page.fact('Directory', `Version ${String(versions.directory.version)}, as of ${versions.directory.asOf}`);
  page.fact('Profile', `${versions.profile.name}, version ${versions.profile.version}`);
  page.fact('Application', `Hopscope ${versions.application}`);
  page.fact(
    'Price',
    price === null
      ? `No price for ${asset.symbol} available. Amounts are not converted to dollars.`
      : `${dollarText(`1${'0'.repeat(asset.decimals)}`, report) ?? ''} per ${asset.symbol}, ${price.source}, ${utcTime(price.at)}`,
  );
  page.fact('SHA-256', report.signatureHash, 'mono');
  page.text('SHA-256 of the JSON report without the field signatureHash in canonical form (RFC 8785).', {
    size: 8.5,
    color: colors.faint,
  });
  page.heading('Sources');
  if (report.sources.length === 0) page.text('No sources.');
  for (const { name, date, license } of report.sources.slice(0, limits.sources)) {
    page.row(license === null ? name : `${name} (${license})`, date ?? 'date unknown', { below: 1 });
  }
  more(page, report.sources.length - limits.sources, 'sources');
}

function more(page: Page, number: number, what: string): void {
  if (number > 0)
    page.text(`${String(number)} more ${what} in the JSON report.`, {
      size: 8.5,
      indent: 10,
      color: colors.faint,
    });
}

function hopsText(hops: number): string {
  return `${String(hops)} ${plural(hops, 'hop')}`;
}

function worth(units: string, report: SealedReport): string {
  const dollars = dollarText(units, report);
  return dollars === undefined
    ? amountText(units, report.asset)
    : `${amountText(units, report.asset)} (${dollars} now)`;
}

function labelText({ entity, source, date, confidence }: ReportFactor['labels'][number]): string {
  return `${entity} (${source}${date === null ? '' : `, ${date}`}, confidence ${String(confidence)} of 100)`;
}
