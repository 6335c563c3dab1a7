import { notificationEvents, texts } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { createKysely } from '../../src/db/dialect.ts';
import { emailKeyOf } from '../../src/contexts/identity/people/email-key.ts';
import { problemOf } from '../support/api/api-client.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createPeopleApi, type PeopleApi } from '../support/api/people-api.ts';

const ada = 'ada@example.org';
const put = (api: PeopleApi, url: string, token: string, payload: object) =>
  api.ask(`/people/me/${url}`, { method: 'PUT', token, payload });
const patch = (api: PeopleApi, token: string, payload: object) =>
  api.ask('/people/me', { method: 'PATCH', token, payload });

describeWithDatabase('One’s profile', (databases) => {
  test('begins with the defaults', async () => {
    const api = await createPeopleApi(await databases.empty());
    const { accessToken: token } = await api.signUp(ada);
    const answer = await api.ask('/people/me', { token });
    expect(answer.json()).toMatchObject({
      data: {
        user: { name: 'Ada', surname: 'Tester', email: ada },
        preferences: { currency: 'USD', timeZone: 'UTC', numberFormat: '1,234.56', theme: null },
      },
    });
    const { events } = answer.json<{ data: { notifications: { events: Record<string, unknown> } } }>().data
      .notifications;
    expect(Object.keys(events)).toEqual([...notificationEvents]);
    for (const each of Object.values(events)) expect(each).toEqual({ app: true, mail: true });
  });

  test('name and surname change, with before and after in the audit log', async () => {
    const api = await createPeopleApi(await databases.empty());
    const { accessToken: token } = await api.signUp(ada);
    const answer = await patch(api, token, { surname: '  Lovelace ' });
    expect(answer.json()).toMatchObject({ data: { user: { name: 'Ada', surname: 'Lovelace' } } });
    expect((await api.ask('/auth/session', { token })).json()).toMatchObject({
      data: { user: { surname: 'Lovelace' } },
    });
    const { entries } = await api.context.audit.list(null, { page: 1, limit: 1 });
    expect(entries[0]).toMatchObject({
      action: 'user.profile_changed',
      before: { name: 'Ada', surname: 'Tester' },
      after: { name: 'Ada', surname: 'Lovelace' },
    });
  });

  test.each([
    ['name', 'A', 'Name must be at least 2 characters'],
    ['surname', ' B ', 'Surname must be at least 2 characters'],
    ['name', 'x'.repeat(10_000), undefined],
    ['surname', 'a\r\nb', 'Please use one line without control characters'],
    ['name', 7, undefined],
  ])('%s cannot be %s', async (field, value, message) => {
    const api = await createPeopleApi(await databases.empty());
    const { accessToken: token } = await api.signUp(ada);
    const refusal = problemOf(await patch(api, token, { [field]: value }), 400);
    expect(refusal.errors?.[0]).toMatchObject({ field, ...(message ? { message } : {}) });
  });

  test('email and role cannot be changed on the way', async () => {
    const api = await createPeopleApi(await databases.empty());
    const { accessToken: token } = await api.signUp(ada);
    await patch(api, token, { name: 'Ada', email: 'eve@example.org', role: 'operator', emailVerified: true });
    expect((await api.ask('/people/me', { token })).json()).toMatchObject({
      data: { user: { email: ada, role: 'user', emailVerified: false } },
    });
  });

  test('preferences are replaced as a whole and checked', async () => {
    const api = await createPeopleApi(await databases.empty());
    const { accessToken: token } = await api.signUp(ada);
    const next = {
      currency: 'MXN',
      timeZone: 'America/Mexico_City',
      numberFormat: '1.234,56',
      theme: 'light',
    };
    expect((await put(api, 'preferences', token, next)).json()).toEqual({ success: true, data: next });
    expect((await api.ask('/people/me', { token })).json()).toMatchObject({ data: { preferences: next } });
    for (const wrong of [
      { currency: 'EUR' },
      { timeZone: 'Mars/Olympus_Mons' },
      { timeZone: '+01:00' },
      { numberFormat: '1234' },
      { theme: 'blue' },
    ]) {
      problemOf(await put(api, 'preferences', token, { ...next, ...wrong }), 400);
    }
  });

  test('the time zone is stored, and a wrong one is refused with what to enter', async () => {
    const api = await createPeopleApi(await databases.empty());
    const { accessToken: token } = await api.signUp(ada);
    const chosen = { currency: 'USD', timeZone: 'Asia/Kathmandu', numberFormat: '1,234.56', theme: null };
    const stored = async (): Promise<unknown> =>
      (await api.ask('/people/me', { token })).json().data.preferences.timeZone;
    expect(await stored()).toBe('UTC');
    for (const timeZone of ['Asia/Kathmandu', 'Pacific/Apia', 'browser', 'UTC', 'Asia/Kathmandu']) {
      await put(api, 'preferences', token, { ...chosen, timeZone });
      expect(await stored()).toBe(timeZone);
    }
    const refused = await put(api, 'preferences', token, { ...chosen, timeZone: 'Asia/Katmandoo' });
    expect(JSON.stringify(problemOf(refused, 400))).toContain(texts.timeZoneInvalid);
    expect(await stored()).toBe('Asia/Kathmandu');
  });

  test('notifications change one by one; security notices always come by mail', async () => {
    const api = await createPeopleApi(await databases.empty());
    const { accessToken: token } = await api.signUp(ada);
    const off = { app: false, mail: false };
    await put(api, 'notifications', token, { events: { alert_triggered: off } });
    const answer = await put(api, 'notifications', token, { events: { security_notice: off } });
    expect(answer.json()).toMatchObject({
      data: {
        events: {
          alert_triggered: off,
          security_notice: { app: false, mail: true },
          case_comment: { app: true, mail: true },
        },
      },
    });
    problemOf(await put(api, 'notifications', token, { events: { other: off } }), 400);
    problemOf(await put(api, 'notifications', token, { events: { case_comment: { app: 'yes' } } }), 400);
  });
});

describeWithDatabase('Other modules', (databases) => {
  test('find people by id and email; removed ones have a name and nothing else', async () => {
    const db = await databases.empty();
    const api = await createPeopleApi(db);
    const kysely = createKysely(db);
    const { people } = api.context;
    const first = await api.signUp(ada);
    const gone = await api.signUp('grace@example.org');
    const payload = { password: 'correct horse battery' };
    await api.ask(`/auth/remove/${gone.id}`, { method: 'DELETE', payload, token: gone.accessToken });
    const found = await people.findByIds(kysely, [first.id, first.id, gone.id, crypto.randomUUID()]);
    expect([...found.keys()].toSorted()).toEqual([first.id, gone.id].toSorted());
    expect(found.get(gone.id)).toMatchObject({ name: 'Deleted', surname: '', email: '', removed: true });
    expect(await people.findByIds(kysely, [])).toEqual(new Map());
    expect(await people.findByEmailKey(kysely, emailKeyOf(' ADA@example.ORG '))).toMatchObject({
      id: first.id,
    });
    expect(await people.findByEmailKey(kysely, 'grace@example.org')).toBeUndefined();
    expect(await people.findByEmailKey(kysely, `removed:${gone.id}`)).toBeUndefined();
    expect(await people.operators(kysely)).toEqual([]);
  });
});

test('an email’s key ignores case and Unicode form, and nothing more', () => {
  expect(emailKeyOf(' Ａda@Example.ORG ')).toBe('ada@example.org');
  expect(emailKeyOf('zoe\u0308@example.org')).toBe(emailKeyOf('zo\u00eb@example.org'));
  // Turkish letters stay others: neither is a plain i.
  for (const other of ['\u0131da@example.org', '\u0130da@example.org']) {
    expect(emailKeyOf(other)).not.toBe('ida@example.org');
  }
  expect(emailKeyOf('a.da+x@example.org')).not.toBe('ada@example.org');
});
