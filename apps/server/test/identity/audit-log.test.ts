import { canonicalJsonV1 } from '@hopscope/domain';
import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { auditLogChains } from '../../src/commands/audit-log.ts';
import { createKysely } from '../../src/db/dialect.ts';
import { type SqlDatabase, withSession } from '../../src/db/session.ts';
import { type Audit, createAudit } from '../../src/contexts/identity/audit/audit.service.ts';
import { describeWithDatabase } from '../support/databases.ts';

const ada = {
  user: {
    _id: randomUUID(),
    name: 'Ada',
    surname: 'Tester',
    email: 'ada@example.org',
    role: 'user' as const,
  },
};
const origin = { ip: '127.0.0.1', userAgent: 'a browser' };
const at = Date.UTC(2026, 4, 1);

function open(db: SqlDatabase) {
  const kysely = createKysely(db);
  return { kysely, audit: createAudit({ kysely, now: () => at }) };
}

async function note(
  { kysely, audit }: ReturnType<typeof open>,
  organizationId: string | null,
  content: string,
): Promise<void> {
  await kysely.transaction().execute((trx) =>
    audit.record(trx, {
      actor: ada,
      actorRole: 'manager',
      origin,
      organizationId,
      action: 'note.changed',
      subject: { type: 'note', id: randomUUID() },
      before: { content: 'old' },
      after: { content },
      reason: 'a reason',
    }),
  );
}

async function exported(audit: Audit, organizationId: string | null): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  for await (const line of audit.exportLines(organizationId)) lines.push(JSON.parse(line));
  return lines;
}

/** Changes rows as somebody would who owns the tables. */
async function tamper(db: SqlDatabase, table: string, statement: string): Promise<void> {
  await withSession(db, async (session) => {
    await session.query(`alter table ${table} disable trigger user`);
    await session.query(statement);
    await session.query(`alter table ${table} enable trigger user`);
  });
}

describeWithDatabase('The audit log', (databases) => {
  test('keeps who, as what, from where, what, before, after and why', async () => {
    const log = open(await databases.empty());
    const organization = randomUUID();
    await note(log, organization, 'new');
    expect(await log.audit.list(organization, { page: 1, limit: 10 })).toMatchObject({
      total: 1,
      entries: [
        {
          sequence: 1,
          at: new Date(at).toISOString(),
          action: 'note.changed',
          actor: {
            id: ada.user._id,
            name: 'Ada Tester',
            email: 'ada@example.org',
            role: 'manager',
            ip: '127.0.0.1',
            userAgent: 'a browser',
          },
          before: { content: 'old' },
          after: { content: 'new' },
          reason: 'a reason',
          erased: false,
        },
      ],
    });
  });

  test('pages newest first, exact to the last page, also by action', async () => {
    const log = open(await databases.empty());
    for (let i = 1; i <= 7; i++) await note(log, null, `text ${i}`);
    const numbers = async (page: number, action?: 'note.changed' | 'plan.changed') => {
      const { entries, total } = await log.audit.list(null, { page, limit: 3, action });
      return { total, sequences: entries.map((entry) => entry.sequence) };
    };
    expect(await numbers(1)).toEqual({ total: 7, sequences: [7, 6, 5] });
    expect(await numbers(3)).toEqual({ total: 7, sequences: [1] });
    expect(await numbers(4)).toEqual({ total: 7, sequences: [] });
    expect(await numbers(2, 'note.changed')).toEqual({ total: 7, sequences: [4, 3, 2] });
    expect(await numbers(1, 'plan.changed')).toEqual({ total: 0, sequences: [] });
  });

  test('has one chain for each organization; writers at the same time queue up', async () => {
    const log = open(await databases.empty());
    const [one, other] = [randomUUID(), randomUUID()];
    await Promise.all([...Array(8).keys()].map((i) => note(log, i % 4 === 0 ? other : one, `text ${i}`)));
    expect(await log.audit.verify(one)).toMatchObject({ intact: true, entries: 6 });
    expect(await log.audit.verify(other)).toMatchObject({ intact: true, entries: 2 });
    expect(await log.audit.verify(null)).toMatchObject({ intact: true, entries: 0 });
  });

  test('a change that is rolled back leaves no entry', async () => {
    const { kysely, audit } = open(await databases.empty());
    const failing = kysely.transaction().execute(async (trx) => {
      await audit.record(trx, {
        organizationId: null,
        action: 'plan.changed',
        subject: { type: 'plan', id: null },
      });
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    expect(await audit.verify(null)).toMatchObject({ intact: true, entries: 0 });
  });

  test.each([
    ['update audit_log set action = $$note.deleted$$'],
    ['delete from audit_log'],
    ['truncate audit_log'],
    ['update audit_detail set details = $${}$$'],
    ['update audit_detail set erased_at = now()'],
    ['delete from audit_detail'],
    ['truncate audit_detail'],
    ['update audit_chain set length = 0'],
    ['update audit_chain set head = head'],
    ['delete from audit_chain'],
    ['truncate audit_chain'],
  ])('the database refuses: %s', async (statement) => {
    const db = await databases.empty();
    const log = open(db);
    await note(log, null, 'text');
    await expect(withSession(db, (session) => session.query(statement))).rejects.toMatchObject({
      code: '23001',
    });
    expect(await log.audit.verify(null)).toMatchObject({ intact: true, entries: 1 });
  });

  test.each([
    ['audit_log', `update audit_log set actor_role = 'owner' where sequence = 2`, 2, /hash does not match/],
    ['audit_log', 'delete from audit_log where sequence = 2', 2, /missing/],
    ['audit_log', 'delete from audit_log where sequence = 4', 4, /missing/],
    [
      'audit_detail',
      `update audit_detail set details = replace(details, 'text 3', 'text 9') where sequence = 3`,
      3,
      /differ from the recorded ones/,
    ],
    ['audit_detail', 'delete from audit_detail where sequence = 1', 1, /missing but were not erased/],
    ['audit_chain', 'update audit_chain set length = 3', 3, /head/],
  ] as const)('finds tampering with %s: %s', async (table, statement, sequence, what) => {
    const db = await databases.empty();
    const log = open(db);
    for (let i = 1; i <= 4; i++) await note(log, null, `text ${i}`);
    await tamper(db, table, statement);
    const found = await log.audit.verify(null);
    expect(found).toMatchObject({ intact: false, firstBroken: { sequence } });
    expect(found.firstBroken?.what).toMatch(what);
    const command = await auditLogChains(db);
    expect(command.ok).toBe(false);
    expect(command.text).toMatch(
      new RegExp(`^Installation: broken at entry ${sequence}: .*\nThe audit log is broken\n$`),
    );
  });

  test('a person’s own data is erased without breaking the chain; what was done stays', async () => {
    const log = open(await databases.empty());
    const grace = { ...ada.user, _id: randomUUID(), email: 'grace@example.org', name: 'Grace' };
    const organization = randomUUID();
    await note(log, null, 'text');
    await note(log, organization, 'of an organization');
    await log.kysely.transaction().execute((trx) =>
      log.audit.record(trx, {
        actor: { user: grace },
        organizationId: organization,
        action: 'invitation.created',
        subject: { type: 'invitation', id: randomUUID() },
        after: { email: 'Ada@Example.org', role: 'manager' },
      }),
    );
    await note(log, null, 'more');
    const erased = await log.kysely
      .transaction()
      .execute((trx) =>
        log.audit.erasePerson(
          trx,
          { userId: ada.user._id, email: ada.user.email },
          { reason: 'An account was removed' },
        ),
      );
    expect(erased).toBe(4);
    const own = await log.audit.list(null, { page: 1, limit: 10 });
    expect(own.entries).toMatchObject([
      {
        action: 'audit.person_erased',
        actor: { role: 'system' },
        after: { entries: [{ sequence: 1 }, { sequence: 2 }] },
        erased: false,
      },
      { after: { content: 'more' }, actor: { id: ada.user._id, name: null, email: null, ip: null } },
      { before: { content: 'old' }, after: { content: 'text' }, reason: 'a reason', erased: true },
    ]);
    expect(JSON.stringify(own)).not.toMatch(/ada@|"Ada|127\.0\.0\.1/i);
    // An organization still says who did what.
    const theirs = await log.audit.list(organization, { page: 1, limit: 10 });
    expect(theirs.entries).toMatchObject([
      { action: 'audit.person_erased', after: { entries: [{ sequence: 1 }, { sequence: 2 }] } },
      { actor: { name: 'Grace Tester' }, after: { email: '[erased]', role: 'manager' }, erased: true },
      {
        actor: { name: 'Ada Tester', email: null, ip: null, userAgent: null },
        after: { content: 'of an organization' },
        reason: 'a reason',
      },
    ]);
    expect(JSON.stringify(theirs)).not.toMatch(/ada@|127\.0\.0\.1/i);
    for (const [chain, entries] of [
      [null, 3],
      [organization, 3],
    ] as const) {
      expect(await log.audit.verify(chain)).toMatchObject({ intact: true, entries, erased: 2 });
    }
  });

  test('names in organizations go once their time is over; erasures are never erased', async () => {
    const log = open(await databases.empty());
    const organization = randomUUID();
    await note(log, organization, 'text');
    const erase = (namesStoredSince?: Date) =>
      log.kysely
        .transaction()
        .execute((trx) =>
          log.audit.erasePerson(trx, { userId: ada.user._id, namesStoredSince }, { actor: ada, reason: 'x' }),
        );
    expect(await erase(new Date(at))).toBe(1);
    expect((await log.audit.list(organization, { page: 2, limit: 1 })).entries[0]).toMatchObject({
      actor: { name: 'Ada Tester', email: null },
    });
    expect(await erase(new Date(at + 1))).toBe(1);
    const { entries } = await log.audit.list(organization, { page: 1, limit: 10 });
    expect(entries.map(({ action, erased, actor }) => [action, erased, actor.name])).toEqual([
      ['audit.person_erased', false, 'Ada Tester'],
      ['audit.person_erased', false, 'Ada Tester'],
      ['note.changed', true, null],
    ]);
    expect(await log.audit.verify(organization)).toMatchObject({ intact: true, entries: 3, erased: 1 });
  });

  test.each([
    [
      'salt and details are taken away as if they had been erased',
      [
        'audit_detail',
        'update audit_detail set salt = null, details = null, erased_at = now() where sequence = 5',
      ],
      5,
      /no entry records/,
    ],
    [
      'erased details are replaced by others',
      [
        'audit_detail',
        `update audit_detail set details = replace(details, 'text 1', 'text 9') where sequence = 1`,
      ],
      1,
      /differ from those left by the erasure/,
    ],
    [
      'the head is set back and later entries are left',
      [
        'audit_chain',
        'update audit_chain set length = 2, head = (select hash from audit_log where sequence = 2)',
      ],
      3,
      /beyond the head/,
    ],
    ['the head is taken away', ['audit_chain', 'delete from audit_chain'], 1, /beyond the head/],
  ] as const)('finds that %s', async (_, [table, statement], sequence, what) => {
    const db = await databases.empty();
    const log = open(db);
    for (let i = 1; i <= 3; i++) await note(log, null, `text ${i}`);
    await log.kysely
      .transaction()
      .execute((trx) => log.audit.erasePerson(trx, { userId: ada.user._id }, { reason: 'Asked for' }));
    await note(log, null, 'text 5');
    await tamper(db, table, statement);
    const found = await log.audit.verify(null);
    expect(found).toMatchObject({ intact: false, firstBroken: { sequence } });
    expect(found.firstBroken?.what).toMatch(what);
    expect((await auditLogChains(db)).ok).toBe(false);
  });

  test('finds a chain that was cut after its head was anchored in the chain of the installation', async () => {
    const db = await databases.empty();
    const log = open(db);
    const organization = randomUUID();
    for (let i = 1; i <= 3; i++) await note(log, organization, `text ${i}`);
    const anchored = await log.audit.anchorHeads();
    expect(anchored).toMatchObject({ entries: 1 });
    // Nothing grew: nothing to anchor.
    expect(await log.audit.anchorHeads()).toEqual(anchored);
    await note(log, organization, 'text 4');
    expect(await log.audit.verify(organization)).toMatchObject({ intact: true, entries: 4 });
    for (const table of ['audit_log', 'audit_detail'])
      await tamper(db, table, `delete from ${table} where sequence > 2 and chain_id = '${organization}'`);
    await tamper(
      db,
      'audit_chain',
      `update audit_chain set length = 2, head = (select hash from audit_log where sequence = 2)
        where id = '${organization}'`,
    );
    const found = await log.audit.verify(organization);
    expect(found).toMatchObject({ intact: false, firstBroken: { sequence: 3 } });
    expect(found.firstBroken?.what).toMatch(/had 3 entries when it was anchored/);
    await log.audit.anchorHeads();
    const command = await auditLogChains(db);
    expect(command.ok).toBe(false);
    expect(command.text).toContain(`Organization ${organization}: broken at entry 3`);
  });

  test('an export can be verified by whoever has it', async () => {
    const db = await databases.empty();
    const log = open(db);
    for (let i = 1; i <= 3; i++) await note(log, null, `text ${i}`);
    let previous = '00'.repeat(32);
    const sha256 = (...parts: (string | Buffer)[]): string => {
      const hash = createHash('sha256');
      for (const part of parts) hash.update(part);
      return hash.digest('hex');
    };
    const lines = await exported(log.audit, null);
    for (const { salt, details, commitment, previousHash, hash, ...facts } of lines) {
      expect(previousHash).toBe(previous);
      expect(sha256(Buffer.from(String(salt), 'hex'), String(details))).toBe(commitment);
      previous = sha256(
        Buffer.from(previous, 'hex'),
        canonicalJsonV1(facts),
        Buffer.from(String(commitment), 'hex'),
      );
      expect(hash).toBe(previous);
    }
    expect(lines).toHaveLength(3);
    expect((await log.audit.verify(null)).head).toBe(previous);
    expect(await auditLogChains(db)).toEqual({
      ok: true,
      text: `Installation: 3 entries, head ${previous}\nThe audit log is intact\n`,
    });
  });
});
