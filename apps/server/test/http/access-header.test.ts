import cookie from '@fastify/cookie';
import { endpoint, inOrganization } from '@hopscope/contract';
import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createAccessCheck } from '../../src/http/access.ts';
import { sendProblem } from '../../src/http/problems.ts';
import { createRouter } from '../../src/http/router.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTeamsApi } from '../support/api/teams-api.ts';

/** A call without the organization in its path, as later modules have them. */
const inHeader = endpoint({
  id: 'inHeader',
  method: 'GET',
  path: '/in-header',
  access: inOrganization('audit.read', 'header'),
  tag: 'test',
  summary: 'Says which organization was meant',
  response: z.object({ success: z.literal(true), organizationId: z.string(), role: z.string() }),
});

describeWithDatabase('The organization in x-organization-id', (databases) => {
  test('is checked like the one in a path', async () => {
    const api = await createTeamsApi(await databases.empty());
    const [owner, member, stranger] = [
      await api.someone('ada@example.org'),
      await api.someone('grace@example.org'),
      await api.someone('alan@example.org'),
    ];
    const id = await api.found(owner);
    await api.enlist(owner, id, member);
    const app = fastify();
    app.setValidatorCompiler(validatorCompiler);
    app.setSerializerCompiler(serializerCompiler);
    app.setErrorHandler(sendProblem);
    await app.register(cookie);
    const { route } = createRouter(app, createAccessCheck(api.context));
    route(inHeader, async ({ member: { organizationId, role } }) => ({ organizationId, role }));

    const ask = (token: string, organization?: string) =>
      app.inject({
        url: '/in-header',
        headers: {
          authorization: `Bearer ${token}`,
          ...(organization === undefined ? {} : { 'x-organization-id': organization }),
        },
      });
    const good = await ask(owner.accessToken, id);
    expect([good.statusCode, good.json()]).toEqual([
      200,
      { success: true, organizationId: id, role: 'owner' },
    ]);
    expect((await ask(member.accessToken, id)).statusCode).toBe(403);
    expect((await ask(stranger.accessToken, id)).statusCode).toBe(404);
    // Without the header: the only organization of the caller, if there is one.
    expect((await ask(owner.accessToken)).json()).toMatchObject({ organizationId: id });
    expect((await ask(stranger.accessToken)).statusCode).toBe(404);
    await api.found(owner, 'Another');
    const unclear = await ask(owner.accessToken);
    expect([unclear.statusCode, unclear.body]).toEqual([
      400,
      expect.stringContaining('several organizations'),
    ]);
    expect((await ask(owner.accessToken, id)).statusCode).toBe(200);
    expect((await ask(owner.accessToken, `${id}, ${id}`)).statusCode).toBe(404);
    expect((await ask('nonsense', id)).statusCode).toBe(401);
    await app.close();
  });
});
