import {
  type CaseDetails,
  demoJobs,
  emptySarSubject,
  type SarContent,
  type SarDetails,
} from '@hopscope/contract';
import { demoCaseTitles } from './demo-cases.ts';
import type { Sources } from '../sources/sources.ts';
import type { Cases } from '../contexts/compliance/cases/create-cases.ts';
import type { ByMember } from '../contexts/identity/organizations/membership.service.ts';
import type { Sars } from '../contexts/compliance/sars/create-sars.ts';

type Case = Pick<CaseDetails, '_id' | 'title'>;

/** Titles of the demo's cases that have reports. */
const titles = { signed: 'Demo: deposits with the highest risk', draft: 'Demo: unknown senders' };
/** Tag of the demo's cases. */
const tag = 'demo';

const narrative = [
  'This report is fictional: the institution, the customer and the payments belong to the demo network.',
  'The customer received the payments listed here. They have the highest scores of all payments screened by the institution: the directory attributes the senders to high-risk entities.',
  'The customer was asked about the source of the funds. The invoices they sent name a company that could not be found. Nothing was paid out.',
].join('\n');

/** Completes a report on a case's transactions with fictional people. */
function completed(begun: SarContent): SarContent {
  const address = {
    street: '1 Harbour Street',
    city: 'Springfield',
    state: 'NY',
    zip: '10001',
    country: 'US',
  };
  const { amount } = begun.activity;
  return {
    ...begun,
    forms: ['fincen'],
    institution: {
      ...begun.institution,
      legalName: 'Harbour Desk (demo)',
      tinType: '2',
      tin: '00-0000000',
      type: '4',
      regulator: '7',
      address,
      contactOffice: 'Compliance (demo)',
      phone: '(212) 555-0100',
      transmitterCode: 'PDEM0000',
      transmitterContact: `Demo ${demoJobs.owner}`,
    },
    subjects: [
      {
        ...emptySarSubject(),
        name: 'Example',
        firstName: 'Casey',
        occupation: 'Importer (fictional)',
        address: { ...address, street: '2 Harbour Street' },
        role: 'receiver',
        relationship: 'CustomerIndicator',
        stillCustomer: true,
        wallets: [...new Set(begun.transactions.map(({ address: own }) => own))],
      },
      { ...emptySarSubject(), kind: 'unknown' },
    ],
    activity: {
      ...begun.activity,
      amountIs: amount === '' ? 'unknown' : 'known',
      kinds: [{ code: '821', other: '' }],
      products: [{ code: '41', other: 'Virtual currency' }],
    },
    narrative,
  };
}

/** Creates two fictional reports about the demo's cases: a draft, and one signed by the demo's owner and manager. */
export function createDemoSars(options: {
  sars: Sars;
  cases: Pick<Cases['service'], 'list'>;
  sources: Pick<Sources, 'bitcoin'>;
  /** Returns the demo's owner after the first sign-in. */
  owner: () => Promise<ByMember | undefined>;
  manager: () => Promise<ByMember | undefined>;
  now: () => number;
}) {
  const { sars, cases, sources, owner, manager, now } = options;
  let made = false;

  /** Marks the person as just signed in: the demo's people have no passwords. */
  const proven = (by: ByMember): ByMember => ({ ...by, actor: { ...by.actor, provenAt: new Date(now()) } });

  const begin = (by: ByMember, { _id: caseId }: Case, title: string): Promise<SarDetails> =>
    sars.service.create(by, { title, caseId });

  async function sign(by: ByMember, report: SarDetails): Promise<void> {
    const second = await manager();
    if (!second || report.problems.length > 0) return;
    const { _id: id, hash, version } = report;
    await sars.signing.ask(by, id, { version });
    for (const each of [by, second]) await sars.signing.sign(proven(each), id, { hash });
  }

  async function write(by: ByMember, opened: readonly Case[], existing: ReadonlySet<string>) {
    const titled = (title: string) => opened.find((each) => each.title === title);
    const [first, second] = [titled(demoCaseTitles.highest), titled(demoCaseTitles.unknown)];
    if (first && !existing.has(titles.signed)) {
      const { _id: id, title, version, content } = await begin(by, first, titles.signed);
      await sign(by, await sars.service.save(by, id, { title, version, content: completed(content) }));
    }
    if (second && !existing.has(titles.draft)) {
      const { _id: id, title, version, content } = await begin(by, second, titles.draft);
      const begun =
        'Fictional, from the demo network. The customer was asked about the senders and has not replied yet.';
      await sars.service.save(by, id, { title, version, content: { ...content, narrative: begun } });
    }
  }

  return {
    async keep(): Promise<void> {
      if (made || sources.bitcoin.source !== 'demo') return;
      const by = await owner();
      if (!by) return;
      const page = { page: 1, limit: 100 };
      const asked = { ...page, tag, sortBy: 'createdAt', sortOrder: 'asc' } as const;
      const { data: opened } = await cases.list(by.member, asked);
      // All three exist: none is still being created.
      if (opened.length < 3) return;
      const { data: reports } = await sars.service.list(by.member, { ...page, search: 'Demo: ' });
      await write(by, opened, new Set(reports.map(({ title }) => title)));
      made = true;
    },
  };
}
