import {
  type Blockchain,
  decideTransfer,
  type ScreenedAddress,
  type screeningEndpoints,
} from '@hopscope/contract';
import { chainOf } from '@hopscope/domain';
import type { z } from 'zod';
import { AppError, isMalformed } from '../../../lib/app-error.ts';
import { identifiers } from '../../../lib/identifiers.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import type { Member } from '../../identity/organizations/membership.service.ts';
import { createSemaphore } from '../../../lib/semaphore.ts';
import type { Risk } from '../../risk/risk.service.ts';
import type { Scored } from '../../risk/scores/score.service.ts';
import type { RiskQuestion } from '../../risk/scores/subjects.ts';
import { factsOfScore } from './check-facts.ts';
import { presentFired, presentVerdict } from './checks.presenter.ts';
import type { ActiveRules, ScreeningRules } from './screening-rules.service.ts';

type Body = z.output<NonNullable<typeof screeningEndpoints.screenAddresses.body>>;

interface Asked {
  readonly address: string;
  readonly blockchain?: Blockchain | undefined;
}

/** Scores of one request that are computed at the same time: they read together. */
const scoresAtOnce = 16;

/** Decides on single addresses by the rules of an organization, without storing anything. */
export function createAddressChecks(options: {
  rules: Pick<ScreeningRules, 'active'>;
  risk: Pick<Risk, 'manyOfOrganization'>;
  network: () => Promise<NetworkName>;
}) {
  const { rules, risk, network } = options;

  async function addressRow(
    { address, blockchain }: Asked,
    by: {
      direction: Body['direction'];
      active: ActiveRules;
      score: (question: RiskQuestion) => Promise<Scored>;
    },
  ): Promise<ScreenedAddress> {
    try {
      const chain = blockchain ?? chainOf(address);
      const { text } = identifiers[chain].address(address, await network());
      const question: RiskQuestion = { identifier: text, type: 'address', blockchain: chain };
      const scored = await by.score(question);
      const facts = factsOfScore(scored, {
        direction: by.direction,
        country: null,
        clientRisk: null,
        cents: null,
      });
      const { decision, fired } = decideTransfer(by.active.rules, facts);
      return {
        address: text,
        decision,
        score: presentVerdict(scored),
        rules: presentFired(fired),
        problem: null,
      };
    } catch (error) {
      const isRefused = isMalformed(error) || (error instanceof AppError && error.code === 'not_covered');
      if (!isRefused) throw error;
      return { address, decision: null, score: null, rules: [], problem: error.message };
    }
  }

  /** Decides on addresses by these rules, in request order; equal ones once. */
  async function decideBy(
    organizationId: string,
    { active, direction, addresses }: Omit<Body, 'addresses'> & { active: ActiveRules; addresses: Asked[] },
    signal: AbortSignal,
  ): Promise<ScreenedAddress[]> {
    const answers = new Map<string, Promise<ScreenedAddress>>();
    const inTurn = createSemaphore(scoresAtOnce);
    return risk.manyOfOrganization(organizationId, (score) =>
      Promise.all(
        addresses.map((each) => {
          const name = `${each.blockchain ?? ''} ${each.address}`;
          const answer =
            answers.get(name) ?? inTurn(signal, () => addressRow(each, { direction, active, score }));
          answers.set(name, answer);
          return answer;
        }),
      ),
    );
  }

  return {
    decideBy,

    /** Decides on addresses by the active rules. */
    async decide({ organizationId }: Member, body: Body, signal: AbortSignal) {
      const active = await rules.active(organizationId);
      const data = await decideBy(organizationId, { active, ...body }, signal);
      return { data, rulesVersion: active.number };
    },
  };
}

export type AddressChecks = ReturnType<typeof createAddressChecks>;
