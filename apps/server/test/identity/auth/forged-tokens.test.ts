import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { tokenSecret } from '../../support/api/api-client.ts';
import { createPeopleApi } from '../../support/api/people-api.ts';
import { describeWithDatabase } from '../../support/databases.ts';

describeWithDatabase('An access token', (databases) => {
  test('that is unsigned, or signed with another key, algorithm, or kind, is refused', async () => {
    const api = await createPeopleApi(await databases.empty());
    const { accessToken } = await api.signUp('ada@example.org');
    expect(await api.statusWith(accessToken)).toBe(200);
    const claims = decodeJwt(accessToken);
    const sign = (secret: string, header: { alg: string; typ: string }): Promise<string> =>
      new SignJWT(claims).setProtectedHeader(header).sign(new TextEncoder().encode(secret));
    const [head = '', body = '', signature = ''] = accessToken.split('.');
    const other = Buffer.from(JSON.stringify({ ...claims, sub: '00000000-0000-4000-8000-000000000000' }));
    const forged = {
      unsigned: new UnsecuredJWT(claims).encode(),
      'without its signature': `${head}.${body}.`,
      'with another person': `${head}.${other.toString('base64url')}.${signature}`,
      'with another key': await sign('another secret, also long enough for HS256', {
        alg: 'HS256',
        typ: 'at+jwt',
      }),
      'with another kind': await sign(tokenSecret, { alg: 'HS256', typ: 'JWT' }),
      'with another algorithm': await sign(`${tokenSecret}${tokenSecret}`, { alg: 'HS512', typ: 'at+jwt' }),
    };
    for (const [how, token] of Object.entries(forged)) expect(await api.statusWith(token), how).toBe(401);
  });
});
