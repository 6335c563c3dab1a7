import { type Endpoint, endpoints, may } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { expectRefusal, type Input, urlOf } from '../../support/api/api-client.ts';
import { describeWithDatabase, type TestDatabases } from '../../support/databases.ts';
import { type Row, rows } from '../../support/api/tenancy-rows.ts';
import { keyPersonas } from '../../support/api/tenancy-keys.ts';
import {
  createWorld,
  insiders,
  outsiders,
  type Persona,
  personas,
  strangers,
  type World,
} from '../../support/api/tenancy-world.ts';

const among = (list: readonly string[], persona: Persona): boolean => list.includes(persona);

/** The status that a persona must get, by who may call and by what the row says. */
function expected(declaration: Endpoint, row: Row, persona: Persona): number {
  const { access } = declaration;
  const own = row.status?.[persona === 'key of the owner' ? 'owner' : persona];
  const good = declaration.status ?? 200;
  if (access === 'public') return own ?? row.everybody ?? good;
  if (among(strangers, persona)) return 401;
  if (among(keyPersonas, persona)) {
    if (!declaration.scope || persona === 'key without the scope') return 403;
    if (typeof access === 'object') return persona === 'key of the owner' ? (own ?? good) : 404;
  }
  if (access === 'user') return own ?? row.signedIn ?? good;
  if (access === 'operator' || access === 'provider') return persona === 'operator' ? (own ?? good) : 403;
  if (persona === 'pending member') return 403;
  if (among(outsiders, persona)) return 404;
  const role = insiders.find((name) => name === persona);
  return role && may(role, access.organization) ? (own ?? good) : 403;
}

async function look(world: World, name: string, persona: Persona, input: Input): Promise<void> {
  const declaration: Endpoint = endpoints[name as keyof typeof endpoints];
  const row = rows[name as keyof typeof endpoints];
  const answer = await world.call(persona, declaration, input);
  const status = expected(declaration, row, persona);
  const where = `${name} as ${persona}`;
  expect({ where, status: answer.statusCode, body: answer.body.slice(0, 300) }).toMatchObject({
    where,
    status,
  });
  if (status >= 400) expectRefusal(declaration, answer, { status });
  else if (declaration.answers === undefined) {
    expect({ where, body: answer.json() }).toEqual({
      where,
      body: declaration.response.parse(answer.json()),
    });
  }
  const inside =
    among([...insiders, 'key of the owner'], persona) || row.knows?.some((each) => each === persona) === true;
  if (inside && status < 400) return;
  const asked = `${urlOf(declaration, input)}${JSON.stringify(input.body ?? {})}`;
  expect({ where, leaks: world.leaks(answer, asked) }).toEqual({ where, leaks: [] });
}

async function inputFor(world: World, name: string, persona: Persona): Promise<Input> {
  const who = insiders.find((each) => each === persona) ?? 'owner';
  return rows[name as keyof typeof endpoints].ask(world, { name: who, someone: world.people[who] });
}

/** Calls whose refusals are compared at once. */
const together = 12;

async function ownWorld(databases: TestDatabases): Promise<World> {
  return createWorld(await databases.empty());
}

const names = Object.keys(endpoints);
const consuming = names.filter((name) => rows[name as keyof typeof endpoints].consumes);
const repeatable = names.filter((name) => !consuming.includes(name));

test('only what brings people in is public', () => {
  const open = Object.entries<Endpoint>(endpoints).filter(
    ([, declaration]) => declaration.access === 'public',
  );
  expect(open.map(([name]) => name).toSorted()).toEqual([
    'demoSignIn',
    'exchangeTicket',
    'finishProviderSignIn',
    'forgetPassword',
    'getHealth',
    'getLiveness',
    'getReadiness',
    'getSignInProviders',
    'login',
    'lookUpInvitation',
    'passkeySignInOptions',
    'receiveTravelCallback',
    'receiveTravelInquiry',
    'refreshSession',
    'resetPassword',
    'signInWithPasskey',
    'signInWithSecondFactor',
    'signup',
    'startProviderSignIn',
    'stripeWebhook',
    'verifyEmail',
  ]);
});

// Who may is decided before any table is asked, the same way on both engines: once is enough, on the quicker one.
describeWithDatabase('Nobody reaches what is not theirs', (databases) => {
  test('every call that can be repeated × everybody', async () => {
    const world = await ownWorld(databases);
    for (const name of repeatable) {
      const { access }: Endpoint = endpoints[name as keyof typeof endpoints];
      // Whoever is outside is refused and uses nothing up.
      const shared = typeof access === 'object' ? await inputFor(world, name, 'owner') : undefined;
      for (const persona of personas) {
        const inside = among([...insiders, 'key of the owner'], persona);
        const input = (inside ? undefined : shared) ?? (await inputFor(world, name, persona));
        await look(world, name, persona, input);
      }
    }
  });
});

describeWithDatabase('Nobody reaches what is not theirs, nor changes it', (databases) => {
  test.each(consuming)('%s × everybody', async (name) => {
    const declaration: Endpoint = endpoints[name as keyof typeof endpoints];
    const row = rows[name as keyof typeof endpoints];
    // Whoever is refused leaves everything as it is, so that they can share a world.
    const refused = personas.filter((persona) => expected(declaration, row, persona) >= 400);
    let world = await ownWorld(databases);
    const input = await inputFor(world, name, 'owner');
    const before = await world.fingerprint();
    for (const persona of refused) await look(world, name, persona, input);
    expect(await world.fingerprint()).toBe(before);
    let fresh = true;
    for (const persona of personas.filter((each) => !refused.includes(each))) {
      if (!fresh && row.consumes === 'shared') world = await ownWorld(databases);
      fresh = false;
      await look(world, name, persona, await inputFor(world, name, persona));
    }
  });

  test('refusals change nothing', async () => {
    const world = await ownWorld(databases);
    const inside = names.filter((name) => {
      const { access }: Endpoint = endpoints[name as keyof typeof endpoints];
      return access !== 'public' && access !== 'user';
    });
    // Reading all rows costs more than the calls: they are compared after some of them.
    for (let at = 0; at < inside.length; at += together) {
      const part = inside.slice(at, at + together);
      const inputs: Input[] = [];
      for (const name of part) inputs.push(await inputFor(world, name, 'owner'));
      const before = await world.fingerprint();
      for (const [i, name] of part.entries()) {
        for (const persona of [
          ...strangers,
          'another organization',
          'pending member',
          'key without the scope',
        ] as const) {
          await look(world, name, persona, inputs[i] ?? {});
        }
      }
      expect({ part, after: await world.fingerprint() }).toEqual({ part, after: before });
    }
  });
});
