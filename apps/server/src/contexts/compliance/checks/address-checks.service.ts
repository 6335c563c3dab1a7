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
import type { Scored } from '../../risk/scores/score.service.ts';
import type { RiskQuestion } from '../../risk/scores/subjects.ts';
import { factsOfScore } from './check-facts.ts';
import { presentFired, presentVerdict } from './checks.presenter.ts';
import type { ActiveRules, ScreeningRules } from './screening-rules.service.ts';

type Body = z.output<NonNullable<typeof screeningEndpoints.screenAddresses.body>>;

/** Scores of one request that are computed at the same time. */
const scoresAtOnce = 4;

/** Decides on single addresses by the rules of an organization, without storing anything. */
export function createAddressChecks(options: {
  rules: Pick<ScreeningRules, 'active'>;
  scoreOf: (organizationId: string, question: RiskQuestion) => Promise<Scored>;
  network: () => Promise<NetworkName>;
}) {
  const { rules, scoreOf, network } = options;

  async function addressRow(
    organizationId: string,
    { address, blockchain }: { address: string; blockchain?: Blockchain | undefined },
    by: { direction: Body['direction']; active: ActiveRules },
  ): Promise<ScreenedAddress> {
    try {
      const chain = blockchain ?? chainOf(address);
      const { text } = identifiers[chain].address(address, await network());
      const question: RiskQuestion = { identifier: text, type: 'address', blockchain: chain };
      const scored = await scoreOf(organizationId, question);
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

  return {
    /** Decides on addresses in request order; equal ones once. */
    async decide({ organizationId }: Member, { direction, addresses }: Body, signal: AbortSignal) {
      const active = await rules.active(organizationId);
      const answers = new Map<string, Promise<ScreenedAddress>>();
      const data: ScreenedAddress[] = [];
      // A few at a time, and none after the client has disconnected.
      for (let at = 0; at < addresses.length; at += scoresAtOnce) {
        signal.throwIfAborted();
        const part = addresses.slice(at, at + scoresAtOnce).map((each) => {
          const name = `${each.blockchain ?? ''} ${each.address}`;
          const answer = answers.get(name) ?? addressRow(organizationId, each, { direction, active });
          answers.set(name, answer);
          return answer;
        });
        data.push(...(await Promise.all(part)));
      }
      return { data, rulesVersion: active.number };
    },
  };
}
