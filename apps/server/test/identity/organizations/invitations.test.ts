import { endpoints, invitationsPerDay, type MemberRole } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { describeWithDatabase } from '../../support/databases.ts';
import { statuses } from '../../support/api/people-api.ts';
import { createTeamsApi, type Someone, type TeamsApi } from '../../support/api/teams-api.ts';

const day = 86_400_000;

async function start(api: TeamsApi) {
  const ada = await api.someone('ada@example.org');
  const id = await api.found(ada, 'Engines Ltd');
  await api.assign(id, 'business');
  const invite = async (who: Someone, emails: string[], role: MemberRole = 'team_member') =>
    (await api.as(who, endpoints.inviteMembers, { params: { id }, body: { emails, role } })).data;
  const accept = (who: Someone, token: string) =>
    api.answer(who, endpoints.acceptInvitation, { body: { token } });
  return { ada, id, invite, accept };
}

describeWithDatabase('Invitations', (databases) => {
  //
  test('an invitation by mail: link, look-up, acceptance, a word to who invited', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { ada, id, invite } = await start(api);
    const { invited, failed } = await invite(ada, ['Grace@Example.org'], 'manager');
    expect(failed).toEqual([]);
    expect(invited).toMatchObject([
      {
        organizationId: id,
        organizationName: 'Engines Ltd',
        email: 'Grace@Example.org',
        role: 'manager',
        status: 'pending',
        invitedBy: ada.id,
        inviterName: 'Ada Tester',
      },
    ]);
    const [made] = invited;
    expect(Date.parse(made?.expiresAt ?? '') - Date.parse(made?.createdAt ?? '')).toBe(7 * day);
    const [mail] = await api.mails('Grace@Example.org');
    expect(mail?.subject).toBe('Invitation to Engines Ltd');
    const link = await api.linkTo('Grace@Example.org', 'invitation');
    expect([link.pathname, link.searchParams.get('org')]).toEqual(['/onboarding', 'Engines Ltd']);
    const token = link.searchParams.get('token') ?? '';
    const stored = await api.rows<{ token_hash: Uint8Array }>(
      'select token_hash from organization_invitation',
    );
    expect(stored[0]?.token_hash).toHaveLength(32);
    const looked = await api.post('/invitations/look-up', { token });
    expect(looked.json()).toMatchObject({
      data: {
        organizationName: 'Engines Ltd',
        email: 'G•••@Example.org',
        role: 'manager',
        inviterName: 'Ada Tester',
      },
    });
    // An account made with the token has shown that it reads the mailbox.
    const grace = {
      ...(await api.signUp('grace@example.org', { invitationToken: token })),
      email: 'grace@example.org',
    };
    const own = await api.as(grace, endpoints.listOwnInvitations, {});
    expect(own).toMatchObject({ emailVerified: true, total: 1, data: [{ id: made?.id, inviteCode: null }] });
    const { data } = await api.as(grace, endpoints.acceptInvitation, { body: { token } });
    expect(data.organization).toMatchObject({ _id: id, role: 'manager', memberCount: 2 });
    expect((await api.mails('ada@example.org')).at(-1)?.subject).toBe('Ada Tester joined Engines Ltd');
    expect((await api.as(ada, endpoints.listInvitations, { params: { id } })).data).toMatchObject([
      { status: 'accepted', email: 'Grace@Example.org' },
    ]);
    expect((await api.as(grace, endpoints.listOwnInvitations, {})).total).toBe(0);
  });

  //
  test('a token works for the invited email alone, for 7 days, until it is resent, revoked or used', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { ada, id, invite, accept } = await start(api);
    const [grace, eve] = [await api.someone('grace@example.org'), await api.someone('eve@example.org')];
    const invited = (await invite(ada, ['grace@example.org'])).invited[0];
    const invId = invited?.id ?? '';
    const first = await api.invitationToken('grace@example.org');
    const foreign = await api.refused(403, eve, endpoints.acceptInvitation, { body: { token: first } });
    expect(foreign.message).toBe(
      'This invitation is for another email. Please sign in with the invited one.',
    );
    await api.as(ada, endpoints.resendInvitation, { params: { id, invId } });
    const second = await api.invitationToken('grace@example.org');
    expect(second).not.toBe(first);
    for (const token of [first, 'x', `${second}x`, 'a\0b', invId]) {
      const refusal = await api.refused(404, grace, endpoints.acceptInvitation, { body: { token } });
      expect(refusal).toMatchObject({ code: 'token_invalid', message: 'Invalid or expired invitation link' });
      expect((await api.post('/invitations/look-up', { token })).statusCode).toBe(404);
    }
    api.clock += 7 * day;
    const late = { ...(await api.logIn('grace@example.org')), email: 'grace@example.org' };
    const lateEve = { ...(await api.logIn('eve@example.org')), email: 'eve@example.org' };
    expect((await accept(late, second)).statusCode).toBe(404);
    // Whom a dead invitation was for is not told.
    expect((await accept(lateEve, second)).statusCode).toBe(404);
    expect((await api.as(late, endpoints.listOwnInvitations, {})).total).toBe(0);
    const owner = { ...(await api.logIn('ada@example.org')), email: 'ada@example.org' };
    expect(await api.people(owner, id)).toHaveLength(1);
    await api.as(owner, endpoints.resendInvitation, { params: { id, invId } });
    const third = await api.invitationToken('grace@example.org');
    await api.as(owner, endpoints.revokeInvitation, { params: { id, invId } });
    expect((await accept(late, third)).statusCode).toBe(404);
    await api.refused(404, owner, endpoints.revokeInvitation, { params: { id, invId } });
    await api.refused(404, owner, endpoints.resendInvitation, { params: { id, invId } });
    expect((await api.as(owner, endpoints.listInvitations, { params: { id } })).total).toBe(0);
  });

  test('accepting ten times at once makes one member and one message', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { ada, id, invite, accept } = await start(api);
    const grace = await api.someone('grace@example.org');
    await invite(ada, ['grace@example.org'], 'admin');
    const token = await api.invitationToken('grace@example.org');
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(grace, token)));
    expect(statuses(answers)).toEqual(Array<number>(10).fill(200));
    expect((await api.people(ada, id)).filter((line) => line.userId === grace.id)).toHaveLength(1);
    expect((await api.audited(ada, id)).filter((action) => action === 'member.joined')).toHaveLength(1);
    expect(
      (await api.mails('ada@example.org')).filter((mail) => mail.template === 'invitation_accepted'),
    ).toHaveLength(1);
    // A removed member does not come back with the old link.
    const memberId = (await api.people(ada, id)).find((line) => line.userId === grace.id)?._id ?? '';
    await api.as(ada, endpoints.removeMember, { params: { id, memberId } });
    expect((await accept(grace, token)).statusCode).toBe(404);
  });

  //
  test('answering in the list needs the verified email; others do not see that there is an invitation', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { ada, id, invite } = await start(api);
    const unverified = await api.someone('grace@example.org', { verified: false });
    const eve = await api.someone('eve@example.org');
    const invId = (await invite(ada, ['grace@example.org'])).invited[0]?.id ?? '';
    expect(await api.as(unverified, endpoints.listOwnInvitations, {})).toMatchObject({
      emailVerified: false,
      data: [],
      total: 0,
    });
    const respond = (action: 'accept' | 'reject') => ({ params: { id, invId }, body: { action } });
    const refusal = await api.refused(403, unverified, endpoints.respondInvitation, respond('accept'));
    expect(refusal.code).toBe('email_unverified');
    for (const ids of [
      { id, invId },
      { id, invId: 'x' },
      { id: crypto.randomUUID(), invId },
      { id: 'x', invId },
    ]) {
      const body = { action: 'accept' as const };
      const foreign = await api.refused(404, eve, endpoints.respondInvitation, { params: ids, body });
      expect(foreign.message).toBe('Invitation not found');
    }
    // Invited and not a member yet: the organization says so, and shows nothing.
    expect((await api.refused(404, unverified, endpoints.getOrganization, { params: { id } })).code).toBe(
      'not_found',
    );
    await api.rows('update app_user set email_verified_at = now() where id = $1', [unverified.id]);
    expect((await api.refused(403, unverified, endpoints.getOrganization, { params: { id } })).code).toBe(
      'membership_pending',
    );
    await api.as(unverified, endpoints.respondInvitation, respond('reject'));
    await api.refused(404, unverified, endpoints.respondInvitation, respond('accept'));
    await api.refused(404, unverified, endpoints.getOrganization, { params: { id } });
    const again = (await invite(ada, ['grace@example.org'], 'manager')).invited[0]?.id ?? '';
    const { data } = await api.as(unverified, endpoints.respondInvitation, {
      params: { id, invId: again },
      body: { action: 'accept' },
    });
    expect(data.organization?.role).toBe('manager');
  });

  //
  test('who may invite as what, and take back what', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { ada, id, invite } = await start(api);
    const manager = await api.someone('alan@example.org');
    const member = await api.someone('edith@example.org');
    await api.enlist(ada, id, manager, 'manager');
    await api.enlist(ada, id, member);
    const may = async (who: Someone, role: MemberRole, email: string) =>
      (await api.answer(who, endpoints.inviteMembers, { params: { id }, body: { emails: [email], role } }))
        .statusCode;
    expect([
      await may(member, 'team_member', 'a1@example.org'),
      await may(member, 'manager', 'a2@example.org'),
      await may(member, 'admin', 'a3@example.org'),
      await may(manager, 'manager', 'a4@example.org'),
      await may(manager, 'admin', 'a5@example.org'),
      await may(ada, 'admin', 'a6@example.org'),
    ]).toEqual([200, 403, 403, 200, 403, 200]);
    // Inviting again does not turn somebody's admin invitation into another one.
    expect((await invite(member, ['a6@example.org'])).failed).toMatchObject([
      { reason: 'invited_above_your_role' },
    ]);
    const list = (
      await api.as(ada, endpoints.listInvitations, { params: { id }, query: { status: 'pending' } })
    ).data;
    const idOf = (email: string): string => list.find((line) => line.email === email)?.id ?? '';
    const revoke = async (who: Someone, email: string) =>
      (await api.answer(who, endpoints.revokeInvitation, { params: { id, invId: idOf(email) } })).statusCode;
    expect([
      await revoke(member, 'a4@example.org'),
      await revoke(manager, 'a6@example.org'),
      await revoke(member, 'a1@example.org'),
      await revoke(manager, 'a4@example.org'),
      await revoke(ada, 'a6@example.org'),
    ]).toEqual([403, 403, 200, 200, 200]);
    const resend = await api.answer(member, endpoints.resendInvitation, {
      params: { id, invId: (await invite(ada, ['a7@example.org'], 'admin')).invited[0]?.id ?? '' },
    });
    expect(resend.statusCode).toBe(403);
  });

  test('open invitations of a removed member end with the membership', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { ada, id, invite, accept } = await start(api);
    const admin = await api.someone('grace@example.org');
    const memberId = await api.enlist(ada, id, admin, 'admin');
    const eve = await api.someone('eve@example.org');
    await invite(admin, ['eve@example.org'], 'admin');
    const token = await api.invitationToken('eve@example.org');
    await api.as(ada, endpoints.removeMember, { params: { id, memberId } });
    expect((await accept(eve, token)).statusCode).toBe(404);
  });

  test('what cannot be invited is listed with the reason, the rest is invited', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { ada, id, invite } = await start(api);
    await api.as(ada, endpoints.updateOrganization, {
      params: { id },
      body: { settings: { allowedDomains: ['example.org'] } },
    });
    const { invited, failed } = await invite(ada, [
      'new@example.org',
      'NEW@example.org',
      'ADA@example.org',
      'new@example.com',
    ]);
    expect(invited.map((line) => line.email)).toEqual(['new@example.org']);
    expect(failed.map(({ email, reason }) => [email, reason])).toEqual([
      ['NEW@example.org', 'repeated'],
      ['ADA@example.org', 'already_member'],
      ['new@example.com', 'domain_not_allowed'],
    ]);
    // Once more is the same invitation with a new link.
    await invite(ada, ['new@example.org'], 'admin');
    const { data, total } = await api.as(ada, endpoints.listInvitations, { params: { id } });
    expect([total, data[0]?.role]).toEqual([1, 'admin']);
  });

  test('mails cannot be injected into, and nobody mails the world', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { ada, id, invite } = await start(api);
    const bad = [
      'eve@example.org\r\nBcc: all@example.org',
      'eve@example.org, all@example.org',
      '"Eve" <eve@example.org>',
      'eve@example.org\0',
      '',
      'x'.repeat(10_000),
    ];
    for (const email of bad) {
      const body = { emails: [email] };
      await api.refused(400, ada, endpoints.inviteMembers, { params: { id }, body });
    }
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => `person${from + n}@example.org`);
    for (const emails of [[], many(0, 51)]) {
      await api.refused(400, ada, endpoints.inviteMembers, { params: { id }, body: { emails } });
    }
    for (let n = 0; n < invitationsPerDay; n += 50) {
      expect((await invite(ada, many(n, 50))).failed).toEqual([]);
    }
    const over = await invite(ada, many(1000, 2));
    expect(over.failed.map((line) => line.reason)).toEqual(['daily_limit', 'daily_limit']);
    // Taking back gives nothing back: the mails have gone.
    const open = (await api.as(ada, endpoints.listInvitations, { params: { id }, query: { limit: 1 } }))
      .data[0];
    await api.as(ada, endpoints.revokeInvitation, { params: { id, invId: open?.id ?? '' } });
    expect((await invite(ada, many(1000, 1))).failed).toHaveLength(1);
    api.clock += day;
    const owner = { ...(await api.logIn('ada@example.org')), email: 'ada@example.org' };
    expect((await invite(owner, many(1000, 1))).failed).toEqual([]);
  });
});
