import { endpoints, type MemberRole } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { rateLimits } from '../../../src/lib/rate-limits.ts';
import { password } from '../../support/api/api-client.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { statuses } from '../../support/api/people-api.ts';
import { createTeamsApi, type Someone, type TeamsApi } from '../../support/api/teams-api.ts';

/** An organization with one member of each role. */
async function staffed(api: TeamsApi) {
  const owner = await api.someone('ada@example.org');
  const id = await api.found(owner);
  await api.assign(id, 'business');
  const make = async (email: string, role: MemberRole) => {
    const who = await api.someone(email);
    return { who, memberId: await api.enlist(owner, id, who, role) };
  };
  return {
    id,
    owner,
    ownerId: (await api.people(owner, id))[0]?._id ?? '',
    admin: await make('grace@example.org', 'admin'),
    manager: await make('alan@example.org', 'manager'),
    member: await make('edith@example.org', 'team_member'),
    other: await make('hedy@example.org', 'team_member'),
  };
}

describeWithDatabase('Members', (databases) => {
  //
  test('roles are changed by those who may', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { id, owner, ownerId, admin, manager, member } = await staffed(api);
    const change = (who: Someone, memberId: string, role: MemberRole) =>
      api.answer(who, endpoints.changeMemberRole, { params: { id, memberId }, body: { role } });
    const table: [Someone, string, MemberRole, number][] = [
      [member.who, manager.memberId, 'team_member', 403],
      [member.who, member.memberId, 'admin', 403],
      [manager.who, manager.memberId, 'admin', 403],
      [manager.who, admin.memberId, 'team_member', 403],
      [manager.who, member.memberId, 'admin', 403],
      [manager.who, member.memberId, 'manager', 200],
      [manager.who, member.memberId, 'team_member', 200],
      [admin.who, admin.memberId, 'team_member', 403],
      [admin.who, ownerId, 'team_member', 403],
      [admin.who, manager.memberId, 'admin', 200],
      [owner, manager.memberId, 'manager', 200],
      [owner, admin.memberId, 'team_member', 200],
      [owner, admin.memberId, 'admin', 200],
      [owner, ownerId, 'manager', 403],
    ];
    for (const [who, memberId, role, status] of table) {
      expect([who.email, role, (await change(who, memberId, role)).statusCode]).toEqual([
        who.email,
        role,
        status,
      ]);
    }
    expect((await change(owner, 'nobody', 'admin')).statusCode).toBe(404);
    expect((await change(owner, crypto.randomUUID(), 'admin')).statusCode).toBe(404);
    const bad = { params: { id, memberId: member.memberId }, body: { role: 'owner' as MemberRole } };
    await api.refused(400, owner, endpoints.changeMemberRole, bad);
    const shown = await api.people(owner, id);
    expect(shown.map((line) => line.role)).toEqual([
      'admin',
      'admin',
      'manager',
      'team_member',
      'team_member',
    ]);
  });

  //
  test('members are removed by those who may, and are out at once', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { id, owner, ownerId, admin, manager, member, other } = await staffed(api);
    const remove = (who: Someone, memberId: string) =>
      api.answer(who, endpoints.removeMember, { params: { id, memberId } });
    const table: [Someone, string, number][] = [
      [member.who, other.memberId, 403],
      [member.who, member.memberId, 403],
      [manager.who, manager.memberId, 403],
      [manager.who, admin.memberId, 403],
      [manager.who, ownerId, 403],
      [admin.who, ownerId, 403],
      [admin.who, admin.memberId, 403],
      [owner, ownerId, 403],
      [manager.who, other.memberId, 200],
      [admin.who, manager.memberId, 200],
      [owner, admin.memberId, 200],
    ];
    for (const [who, memberId, status] of table) {
      expect([who.email, memberId, (await remove(who, memberId)).statusCode]).toEqual([
        who.email,
        memberId,
        status,
      ]);
    }
    for (const gone of [other, manager, admin]) {
      await api.refused(404, gone.who, endpoints.getOrganization, { params: { id } });
    }
    expect((await remove(owner, other.memberId)).statusCode).toBe(404);
    expect((await api.people(owner, id)).map((line) => line.email)).toEqual([
      'ada@example.org',
      'edith@example.org',
    ]);
    expect((await api.audited(owner, id)).filter((action) => action === 'member.removed')).toHaveLength(3);
    expect((await api.context.audit.verify(id)).intact).toBe(true);
  });

  test('who was removed does not come back with the invite code that everybody knew', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { id, owner, member } = await staffed(api);
    const codeOf = async () =>
      (await api.as(owner, endpoints.getOrganization, { params: { id } })).data.settings.inviteCode ?? '';
    const code = await codeOf();
    const join = (given: string) =>
      api.answer(member.who, endpoints.joinOrganization, { body: { code: given } });
    await api.as(owner, endpoints.removeMember, { params: { id, memberId: member.memberId } });
    expect((await join(code)).statusCode).toBe(404);
    await api.refused(404, member.who, endpoints.getOrganization, { params: { id } });
    // The new code is for those whom the organization gives it to.
    expect(await codeOf()).not.toBe(code);
    expect((await join(await codeOf())).statusCode).toBe(200);
  });

  test('invitations end with the right to send them: by demotion, leaving, removal and the end of the account', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { id, owner, admin, manager, member } = await staffed(api);
    const invite = async (who: Someone, email: string, role: MemberRole) => {
      await api.as(who, endpoints.inviteMembers, { params: { id }, body: { emails: [email], role } });
      return { who: await api.someone(email), token: await api.invitationToken(email) };
    };
    const accept = async ({ who, token }: { who: Someone; token: string }) =>
      (await api.answer(who, endpoints.acceptInvitation, { body: { token } })).statusCode;
    const asAdmin = await invite(admin.who, 'a1@example.org', 'admin');
    const asMember = await invite(admin.who, 'a2@example.org', 'team_member');
    await api.as(owner, endpoints.changeMemberRole, {
      params: { id, memberId: admin.memberId },
      body: { role: 'team_member' },
    });
    expect([await accept(asAdmin), await accept(asMember)]).toEqual([404, 200]);
    const ofManager = await invite(manager.who, 'b1@example.org', 'manager');
    await api.as(manager.who, endpoints.leaveOrganization, { params: { id } });
    expect(await accept(ofManager)).toBe(404);
    const ofMember = await invite(member.who, 'c1@example.org', 'team_member');
    await api.as(owner, endpoints.removeMember, { params: { id, memberId: member.memberId } });
    expect(await accept(ofMember)).toBe(404);
    const ofFormer = await invite(admin.who, 'd1@example.org', 'team_member');
    await api.as(admin.who, endpoints.removeAccount, {
      params: { id: admin.who.id },
      body: { password },
    });
    expect(await accept(ofFormer)).toBe(404);
    const open = (await api.people(owner, id)).filter(({ status }) => status !== 'active');
    expect(open).toEqual([]);
    // An invitation that came from elsewhere into the table is looked at again when it is accepted.
    const late = await invite(owner, 'e1@example.org', 'admin');
    await api.rows(`update organization_invitation set invited_by = $1 where status = 'pending'`, [
      asMember.who.id,
    ]);
    expect(await accept(late)).toBe(404);
  });

  test('of two admins who remove each other at once exactly one is left', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { id, owner, admin } = await staffed(api);
    for (let round = 0; round < 5; round += 1) {
      const second = await api.someone(`admin${round}@example.org`);
      const secondId = await api.enlist(owner, id, second, 'admin');
      const lines = await api.people(owner, id);
      const firstId = lines.find((line) => line.userId === admin.who.id)?._id ?? '';
      const answers = await Promise.all([
        api.answer(admin.who, endpoints.removeMember, { params: { id, memberId: secondId } }),
        api.answer(second, endpoints.removeMember, { params: { id, memberId: firstId } }),
      ]);
      expect(statuses(answers)).toEqual([200, 404]);
      const left = (await api.people(owner, id)).filter(
        (line) => line.userId === admin.who.id || line.userId === second.id,
      );
      expect(left).toHaveLength(1);
      for (const line of left) {
        await api.as(owner, endpoints.removeMember, { params: { id, memberId: line._id } });
      }
      await api.enlist(owner, id, admin.who, 'admin');
    }
  });

  test('who lost a role in the same moment cannot use it any more', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { id, owner, admin, member } = await staffed(api);
    const answers = await Promise.all([
      api.answer(owner, endpoints.changeMemberRole, {
        params: { id, memberId: admin.memberId },
        body: { role: 'team_member' },
      }),
      api.answer(admin.who, endpoints.removeMember, { params: { id, memberId: member.memberId } }),
    ]);
    expect(answers[0].statusCode).toBe(200);
    const removed = !(await api.people(owner, id)).some((line) => line.userId === member.who.id);
    expect(answers[1].statusCode).toBe(removed ? 200 : 403);
    await api.refused(403, admin.who, endpoints.removeMember, { params: { id, memberId: member.memberId } });
  });

  test('the owner cannot leave before handing ownership over; of two handovers at once one counts', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { id, owner, ownerId, admin, member, manager } = await staffed(api);
    const params = { id };
    const refused = await api.refused(409, owner, endpoints.leaveOrganization, { params });
    expect(refused.code).toBe('owns_organization');
    const transfer = (who: Someone, memberId: string) =>
      api.answer(who, endpoints.transferOwnership, { params, body: { memberId, password } });
    expect((await transfer(admin.who, admin.memberId)).statusCode).toBe(403);
    expect((await transfer(owner, ownerId)).statusCode).toBe(409);
    expect((await transfer(owner, crypto.randomUUID())).statusCode).toBe(404);
    const answers = await Promise.all([transfer(owner, member.memberId), transfer(owner, manager.memberId)]);
    expect(statuses(answers)).toEqual([200, 403]);
    const { data } = await api.as(owner, endpoints.getOrganization, { params });
    const next = data.ownerId === member.who.id ? member.who : manager.who;
    expect([data.role, data.ownerId]).toEqual(['admin', next.id]);
    expect((await api.as(next, endpoints.getOrganization, { params })).data.role).toBe('owner');
    const reported = (await api.mails()).filter((mail) => mail.template === 'ownership_transferred');
    expect(reported.map((mail) => mail.to).toSorted()).toEqual([owner.email, next.email].toSorted());
    await api.as(owner, endpoints.leaveOrganization, { params });
    await api.refused(404, owner, endpoints.leaveOrganization, { params });
    expect(await api.audited(next, id)).toContain('member.left');
  });

  //
  test('joining by code: format, unknown codes, renewed codes, twice at once', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const grace = await api.someone('grace@example.org', { verified: false });
    const id = await api.found(ada);
    const code =
      (await api.as(ada, endpoints.getOrganization, { params: { id } })).data.settings.inviteCode ?? '';
    const join = (body: { code: string }) => api.answer(grace, endpoints.joinOrganization, { body });
    const wrong: [string, string][] = [
      ['', 'Please enter the invite code'],
      ['abc', 'Invalid invite code format'],
      [code.toLowerCase(), 'Invalid invite code format'],
      ['X'.repeat(13), 'Invalid invite code format'],
      [`${code}%`, 'Invalid invite code format'],
    ];
    for (const [text, message] of wrong) {
      const refusal = await api.refused(400, grace, endpoints.joinOrganization, { body: { code: text } });
      expect(refusal.errors?.[0]?.message).toBe(message);
    }
    const unknown = await api.refused(404, grace, endpoints.joinOrganization, {
      body: { code: 'ACDEFGHJKM' },
    });
    expect(unknown).toMatchObject({ code: 'token_invalid', message: 'Invalid invite code' });
    const { data: renewed } = await api.as(ada, endpoints.renewInviteCode, { params: { id } });
    expect((await join({ code })).statusCode).toBe(404);
    const answers = await Promise.all(Array.from({ length: 6 }, () => join({ code: renewed.inviteCode })));
    expect(statuses(answers)).toEqual(Array<number>(6).fill(200));
    expect((await api.people(ada, id)).map((line) => [line.userId, line.role])).toEqual([
      [ada.id, 'admin'],
      [grace.id, 'team_member'],
    ]);
    expect((await api.audited(ada, id)).filter((action) => action === 'member.joined')).toHaveLength(1);
    await api.refused(403, grace, endpoints.renewInviteCode, { params: { id } });
  });

  test('codes cannot be guessed by trying', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const { attempts } = rateLimits.joinByCode;
    const tried: number[] = [];
    for (let n = 0; n <= attempts; n += 1) {
      const body = { code: `ACDEFG${String(n).padStart(4, '3')}` };
      tried.push((await api.answer(ada, endpoints.joinOrganization, { body })).statusCode);
    }
    expect(tried.slice(0, attempts)).toEqual(Array<number>(attempts).fill(404));
    expect(tried.at(-1)).toBe(429);
    const answer = await api.answer(ada, endpoints.joinOrganization, { body: { code: 'ACDEFGHJKM' } });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('codes cannot be guessed by several people from one network either: a /64 counts as one address', async () => {
    const api = await createTeamsApi(await databases.empty());
    const token = (await api.someone('ada@example.org')).accessToken;
    const join = async (ip: string) =>
      (await api.post('/organizations/join', { code: 'ACDEFGHJKM' }, { token, ip })).statusCode;
    await api.context.limits.take('joinByCode', '2001:db8:1:2::/64', {
      count: rateLimits.joinByCode.attempts - 1,
    });
    expect([await join('2001:db8:1:2::a'), await join('2001:db8:1:2:3:4:5:6')]).toEqual([404, 429]);
    expect(await join('2001:db8:1:3::a')).toBe(404);
  });

  //
  test('allowed domains let only verified emails of theirs in', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const id = await api.found(ada);
    const code =
      (await api.as(ada, endpoints.getOrganization, { params: { id } })).data.settings.inviteCode ?? '';
    await api.as(ada, endpoints.updateOrganization, {
      params: { id },
      body: { settings: { allowedDomains: ['example.org'] } },
    });
    const join = async (who: Someone) =>
      api.refused(403, who, endpoints.joinOrganization, { body: { code } });
    expect((await join(await api.someone('unverified@example.org', { verified: false }))).code).toBe(
      'email_unverified',
    );
    for (const email of [
      'eve@example.com',
      'eve@sub.example.org',
      'eve@notexample.org',
      'eve@example.org.evil.test',
    ]) {
      expect((await join(await api.someone(email))).code).toBe('forbidden');
    }
    await api.as(await api.someone('Grace@EXAMPLE.org'), endpoints.joinOrganization, { body: { code } });
  });

  test('the last place of a plan is given once', async () => {
    const api = await createTeamsApi(await databases.empty());
    const ada = await api.someone('ada@example.org');
    const id = await api.found(ada);
    const code =
      (await api.as(ada, endpoints.getOrganization, { params: { id } })).data.settings.inviteCode ?? '';
    const people: Someone[] = [];
    for (let n = 0; n < 7; n += 1) people.push(await api.someone(`person${n}@example.org`));
    const answers = await Promise.all(
      people.map((who) => api.answer(who, endpoints.joinOrganization, { body: { code } })),
    );
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 409, 409, 409]);
    const full = answers
      .find((answer) => answer.statusCode === 409)
      ?.json<{ code: string; message: string }>();
    expect(full).toMatchObject({
      code: 'plan_limit',
      message: 'The member limit of the plan has been reached: 5 of 5 members',
    });
    expect((await api.as(ada, endpoints.getOrganization, { params: { id } })).data.memberCount).toBe(5);
  });

  //
  test('members and open invitations are one list: admins first, active before pending, paged', async () => {
    const api = await createTeamsApi(await databases.empty());
    const { id, owner } = await staffed(api);
    const invite = (emails: string[], role: MemberRole) =>
      api.as(owner, endpoints.inviteMembers, { params: { id }, body: { emails, role } });
    await invite(['late@example.org'], 'team_member');
    await invite(['boss@example.org'], 'admin');
    const all = await api.people(owner, id);
    expect(all.map((line) => [line.email.split('@')[0], line.status])).toEqual([
      ['ada', 'active'],
      ['grace', 'active'],
      ['boss', 'pending'],
      ['alan', 'active'],
      ['edith', 'active'],
      ['hedy', 'active'],
      ['late', 'pending'],
    ]);
    expect(all.at(-1)).toMatchObject({ userId: null, name: '', joinedAt: null, invitedBy: owner.id });
    const page = await api.as(owner, endpoints.listMembers, { params: { id }, query: { page: 2, limit: 3 } });
    expect(page).toMatchObject({ total: 7, page: 2, limit: 3 });
    expect(page.data).toEqual(all.slice(3, 6));
    for (const query of [{ page: 0 }, { limit: 201 }, { page: 1.5 }, { limit: 'x' as unknown as number }]) {
      await api.refused(400, owner, endpoints.listMembers, { params: { id }, query });
    }
  });
});
