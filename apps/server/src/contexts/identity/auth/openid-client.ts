import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';
import { z } from 'zod';

export interface OpenidSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
  /** Requested scopes. */
  scope: string;
  /** Claim with the groups of a person; undefined: groups are not read. */
  groupsClaim: string | undefined;
}
/** What a provider vouches for. */
export interface OpenidClaims {
  issuer: string;
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
  name: string | undefined;
  surname: string | undefined;
  /** Undefined: the provider sent none. */
  groups: readonly string[] | undefined;
}
/** Secrets of a sign-in, stored until the provider redirects back. */
export interface OpenidFlow {
  nonce: string;
  verifier: string;
}

const timeoutSeconds = 15;
const groups = z.union([z.array(z.string()).max(10_000), z.string().transform((one) => [one])]);
const claimsShape = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  /** Some providers write it as text. */
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(false),
  name: z.string().optional().catch(undefined),
  given_name: z.string().optional().catch(undefined),
  family_name: z.string().optional().catch(undefined),
});

function toClaims(claims: unknown, groupsClaim: string | undefined): OpenidClaims {
  const c = claimsShape.parse(claims);
  const sent: unknown = groupsClaim === undefined ? undefined : Reflect.get(Object(claims), groupsClaim);
  const [first, ...rest] = (c.name ?? '').trim().split(/\s+/);
  return {
    issuer: c.iss,
    subject: c.sub,
    email: c.email,
    emailVerified: c.email_verified === true,
    name: c.given_name ?? first,
    surname: c.family_name ?? rest.join(' '),
    groups: groups.safeParse(sent).data,
  };
}

/** Speaks OpenID Connect with one provider: authorization code with PKCE, state and nonce. Errors are those of the library. */
export function createOpenidClient(settings: OpenidSettings) {
  let known: Promise<Configuration> | undefined;

  /** Provider metadata, cached; requested again after a failure. */
  function configuration(): Promise<Configuration> {
    const issuer = new URL(settings.issuer);
    // Plain http is for providers on this machine or in a closed network; the operator chose the address.
    const execute = issuer.protocol === 'http:' ? [allowInsecureRequests] : [];
    known ??= discovery(issuer, settings.clientId, settings.clientSecret, undefined, {
      execute,
      timeout: timeoutSeconds,
    }).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  }

  return {
    name: settings.name,
    newFlow: (): OpenidFlow => ({ nonce: randomNonce(), verifier: randomPKCECodeVerifier() }),

    /** Returns the authorization URL. */
    async authorizationUrl(flow: OpenidFlow & { state: string; redirectUri: string }): Promise<string> {
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: flow.redirectUri,
        scope: settings.scope,
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },

    /** Exchanges the authorization code and verifies everything that the provider signed. */
    async claims(callback: URL, flow: OpenidFlow & { state: string }): Promise<OpenidClaims> {
      const provider = await configuration();
      const answer = await authorizationCodeGrant(provider, callback, {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.verifier,
        idTokenExpected: true,
      });
      const signed = answer.claims();
      // Many providers name the email and groups at their userinfo endpoint only (OpenID Connect Core, section 5.4).
      const { groupsClaim } = settings;
      const hasGroups = groupsClaim === undefined || signed?.[groupsClaim] !== undefined;
      const isComplete = signed?.['email'] !== undefined && hasGroups;
      if (!signed || isComplete || !provider.serverMetadata().userinfo_endpoint) {
        return toClaims(signed, groupsClaim);
      }
      const more = await fetchUserInfo(provider, answer.access_token, signed.sub);
      return toClaims({ ...more, ...signed }, groupsClaim);
    },
  };
}

export type OpenidClient = ReturnType<typeof createOpenidClient>;
