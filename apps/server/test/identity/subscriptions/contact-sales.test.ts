import { type CallInput, endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { rateLimits } from '../../../src/lib/rate-limits.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { createTeamsApi } from '../../support/api/teams-api.ts';

type Request = CallInput<typeof endpoints.submitContactRequest>['body'];
const request: Request = {
  email: 'buyer@example.org',
  company: 'Engines Ltd',
  companySize: '51-200',
  message: 'We need <b>more</b>\nof it',
};

describeWithDatabase('Contact sales', (databases) => {
  //
  test('a request is kept, mailed to the operator and answered once', async () => {
    const api = await createTeamsApi(await databases.empty());
    const operator = await api.operator();
    const ada = await api.someone('ada@example.org');
    expect(await api.as(ada, endpoints.submitContactRequest, { body: request })).toEqual({
      success: true,
      message: 'Thank you for your interest! Our sales team will contact you soon.',
    });
    const [mail] = (await api.mails(operator.email)).filter(
      (each) => each.template === 'new_contact_request',
    );
    expect(mail?.subject).toBe('Contact request from Engines Ltd');
    expect(mail?.text).toContain('<b>more</b>');
    expect(mail?.html).not.toContain('<b>more</b>');
    const open = await api.as(operator, endpoints.listContactRequests, { query: { open: 'true' } });
    expect(open).toMatchObject({ total: 1, data: [{ ...request, userId: ada.id, closedAt: null }] });
    const requestId = open.data[0]?.id ?? '';
    const closed = await api.as(operator, endpoints.closeContactRequest, { params: { requestId } });
    const again = await api.as(operator, endpoints.closeContactRequest, { params: { requestId } });
    expect([closed.data.closedAt !== null, again]).toEqual([true, closed]);
    expect((await api.as(operator, endpoints.listContactRequests, { query: { open: 'true' } })).total).toBe(
      0,
    );
    expect((await api.as(operator, endpoints.listContactRequests, {})).total).toBe(1);
    for (const wrong of ['x', crypto.randomUUID()]) {
      await api.refused(404, operator, endpoints.closeContactRequest, { params: { requestId: wrong } });
    }
    await api.refused(403, ada, endpoints.listContactRequests, {});
    const log = await api.as(operator, endpoints.listInstallationAuditLog, {});
    const actions = log.data.entries
      .map((entry) => entry.action)
      .filter((action) => action.startsWith('contact'));
    expect(actions).toEqual(['contact_request.closed', 'contact_request.created']);
  });

  //
  test('what is missing is named', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const cases: [object, string][] = [
      [{ email: '' }, 'Please enter your email'],
      [{ email: 'nobody' }, 'Please enter a valid email'],
      [{ email: 'a@example.org\r\nBcc: b@example.org' }, 'Please enter a valid email'],
      [{ company: '  ' }, 'Please enter your company name'],
      [{ company: 'a\r\nBcc: b@example.org' }, 'Please use one line without control characters'],
      [{ companySize: '2-3' }, 'Please select your company size'],
      [{ message: ' \n ' }, 'Please describe your needs'],
    ];
    for (const [change, message] of cases) {
      const body = { ...request, ...change };
      const refusal = await api.refused(400, ada, endpoints.submitContactRequest, { body });
      expect(refusal.errors?.map((error) => error.message)).toContain(message);
    }
    expect(await api.rows('select * from contact_request')).toEqual([]);
  });

  test('nobody floods the operator', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const { attempts } = rateLimits.contactSales;
    for (let n = 0; n < attempts; n += 1)
      await api.as(ada, endpoints.submitContactRequest, { body: request });
    await api.refused(429, ada, endpoints.submitContactRequest, { body: request });
    expect(await api.rows('select * from contact_request')).toHaveLength(attempts);
  });
});
