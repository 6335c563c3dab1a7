import { apiBase } from '@hopscope/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountsServer, startAccountsServer } from './support/accounts-server.ts';
import { openBrowser } from './support/browser.ts';
import { foundOrganization, signUp } from './support/calls.ts';
import { verifyEmail } from './support/directory.ts';
import { enter, type Visitor, visit } from './support/people.ts';

/** Returns a text that runs a script if a browser interprets it as HTML; `where` identifies the text. */
const script = (where: string): string =>
  `${where}<img src=x onerror="window.ran='${where}'"><script>window.ran='${where}'</script>`;
/** Texts of an entity besides its name and its lists. */
const entityTexts = [
  'ceo',
  'key_personnel',
  'ticker',
  'ens_address',
  'contact_address',
  'contact_twitter',
  'contact_telegram',
  'description_merged',
  'note',
] as const;
const address = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

describe('texts that people store', () => {
  let browser: Browser;
  let server: AccountsServer;
  let owner: Visitor;
  let caseId: string;
  let documentId: string;
  let entityId: string;

  beforeAll(async () => {
    [browser, server] = await Promise.all([
      openBrowser(),
      startAccountsServer(undefined, undefined, { DIRECTORY_FOUR_EYES: 'false' }),
    ]);
    const { url } = server;
    owner = await visit(browser, url);
    const setupToken = new URL(await server.setupLink).searchParams.get('setup') ?? '';
    const ada = await signUp(url, { name: 'Ada', email: 'ada@example.org', setupToken });
    await foundOrganization(url, ada, 'Analytical Engines');
    const call = async <T>(
      method: string,
      path: string,
      body?: BodyInit | object,
      id?: string,
    ): Promise<T> => {
      const isFile = typeof body === 'string';
      const answer = await fetch(url + apiBase + path, {
        method,
        headers: {
          authorization: `Bearer ${ada.accessToken}`,
          'content-type': isFile ? 'application/octet-stream' : 'application/json',
          ...(id !== undefined && { 'x-organization-id': id }),
        },
        ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
      return JSON.parse(text) as T;
    };
    interface Made {
      data: { _id: string };
    }
    const { data } = await call<{ data: { organizations: { _id: string }[] } }>('GET', '/organizations');
    const id = data.organizations[0]?._id ?? '';
    await call('PATCH', `/organizations/${id}`, { description: script('description') });
    await call('POST', `/organizations/${id}/notes`, { type: 'general', content: script('note') });
    const made = await call<Made>(
      'POST',
      '/compliance/cases',
      {
        title: script('title'),
        description: script('about'),
        clientId: script('client'),
        tags: ['<b>tag</b>'],
      },
      id,
    );
    caseId = made.data._id;
    await call('POST', `/compliance/cases/${caseId}/notes`, { text: script('comment') }, id);
    await call('POST', `/compliance/cases/${caseId}/tasks`, { text: script('task') }, id);
    const file = encodeURIComponent('<img src=x onerror=window.ran=1>.txt');
    await call('POST', `/compliance/cases/${caseId}/evidence?name=${file}`, script('file'), id);
    await call(
      'POST',
      '/compliance/monitored-addresses',
      {
        address,
        entityName: script('entity'),
        notes: script('remark'),
        clientId: script('customer'),
        tags: ['<b>tag</b>'],
      },
      id,
    );
    await call(
      'POST',
      '/alerts/rules',
      {
        targetType: 'entity',
        target: script('target'),
        blockchain: 'bitcoin',
        direction: 'in',
        amount: null,
        severity: 'high',
        counterpartyRelation: null,
        counterpartyEntity: script('counterparty'),
        category: null,
        summary: script('summary'),
      },
      id,
    );
    await verifyEmail(url, await server.linkFor('ada@example.org', '/verify-email'));
    await call('PUT', '/sot/editors', { email: 'ada@example.org' });
    const created = await call<{ data: { entityId: string } }>('POST', '/sot', {
      proper_name: script('name'),
      entity_type: 'exchange',
      reason: script('reason'),
      ...Object.fromEntries(entityTexts.map((field) => [field, script(field)])),
      // A phone number has at most 100 characters.
      contact_phone: 'phone<img src=x onerror=window.ran=1>',
      aliases: [script('alias')],
      registrations: [script('registration')],
      programs: [script('program')],
    });
    ({ entityId } = created.data);
    await call('POST', `/sot/${entityId}/attributions`, {
      action: 'add',
      blockchain: 'bitcoin',
      address,
      confidence: 90,
      ref: 'https://example.org/<b>ref</b>',
      bo: script('owner'),
      custodian: script('custodian'),
      label: script('label'),
      reason: script('reason'),
    });
    const drawn = await call<Made>('POST', `/organizations/${id}/flow-documents`, {
      title: script('canvas'),
    });
    documentId = drawn.data._id;
    const records = [
      { kind: 'drawing', id: 'd', color: '#416ee2', x: 0, y: 0, shape: 'text', text: script('drawing') },
      { kind: 'note', id: 'n', on: null, text: script('remark'), author: '', time: 0 },
      {
        kind: 'node',
        id: 'c',
        type: 'custom',
        chain: null,
        address: null,
        label: script('label'),
        x: 50,
        y: 50,
        color: null,
        traced: false,
        stop: null,
        group: null,
        profile: null,
      },
    ];
    await call('POST', `/organizations/${id}/flow-documents/${documentId}/steps`, {
      base: 0,
      steps: [
        {
          id: 's',
          author: '',
          time: 0,
          title: script('step'),
          changes: records.map((record) => ({ change: 'create', record })),
        },
      ],
    });
    await enter(owner.page, url, ada);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** Opens a page and waits for the texts as written; checks that none of them has run. */
  async function shows(path: string, texts: readonly string[]): Promise<void> {
    const { page } = owner;
    await page.goto(server.url + path);
    for (const text of texts) {
      await page.waitForFunction(
        (wanted) =>
          document.body.innerText.includes(wanted) ||
          [...document.querySelectorAll('input, textarea')].some(
            (field) => 'value' in field && String(field.value).includes(wanted),
          ),
        text,
        { timeout: 20_000 },
      );
    }
    expect(await page.evaluate(() => Reflect.get(window, 'ran') as unknown)).toBeUndefined();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  }

  it('are shown as they were written and run nowhere: notes and the organization', async () => {
    await shows('/home/settings/organization', [script('description')]);
    await shows('/home/settings/organization/notes', [script('note')]);
  });

  it('the same for cases with notes, tasks and names of files', async () => {
    await shows('/home/cases', [script('title')]);
    const texts = [script('title'), script('about'), script('comment'), script('task')];
    // File names have no < and >, which file systems refuse.
    await shows(`/home/cases/${caseId}`, [...texts, '<b>tag</b>', '_img src=x onerror=window.ran=1_.txt']);
  });

  it('the same for monitored addresses', async () => {
    await shows('/home/compliance-screener?tab=addresses', ['entity<img']);
  });

  it('the same for alert rules', async () => {
    await shows('/home/alerts?configure=true', ['summary<img', 'target<img', 'counterparty<img']);
  });

  it('the same for entities of the directory, on their pages, in search and where addresses have names', async () => {
    // Lists of names are split at commas and shown in parts.
    await shows(`/home/blockham?entity=${entityId}`, [
      script('name'),
      ...entityTexts.map((field) => `${field}<img`),
      'phone<img',
      script('alias'),
      script('registration'),
      script('program'),
    ]);
    await shows(`/home/blockham?entity=${entityId}&edit=true`, [script('ceo'), script('note')]);
    await shows(`/home/blockham?entity=${entityId}&tab=addresses`, ['owner<img', 'label<img']);
    await shows(`/home/blockham?entity=${entityId}&tab=history`, ['ceo<img']);
    await shows(`/home/blockham?entity=${entityId}&tab=changes`, ['reason<img']);
    await shows('/home/blockham?search=name', ['name<img']);
    await shows(`/home/risk-dashboard?address=${address}`, ['name<img']);
  });

  it('the same for what stands on a canvas', async () => {
    await shows(`/home/flow-trace?document=${documentId}`, ['canvas<img']);
  });
});
