import { riskIdentifierTypes } from '@hopscope/contract';
import { z } from 'zod';
import { tool } from './tool.ts';

const evidenceShown = 3;

/** Risk scores. */
export const riskTools = [
  tool({
    name: 'score',
    title: 'Risk score',
    description:
      'Risk score of an address, cluster, entity, or transaction from 0 to 100 with its factors, their evidence, and exposures. `state` says why there is no number.',
    input: z.object({
      identifier: z.string().min(1).max(200),
      type: z.enum(riskIdentifierTypes).default('address'),
      asset: z
        .string()
        .max(80)
        .optional()
        .describe('A token by its contract; without it, the coin of the chain'),
    }),
    async answer({ identifier, type, asset }, { client, links }) {
      const { data } = await client.calculateRisk({
        query: {},
        body: { identifier, type, ...(asset !== undefined && { asset }) },
      });
      const groups = [data.entityRisk, data.transactionRisk, data.jurisdictionRisk];
      const factors = groups
        .flatMap((group) => group.factors)
        .toSorted((a, b) => b.contribution - a.contribution)
        .map(({ evidence, labels, entities, ...factor }) => ({
          ...factor,
          entities: entities
            .slice(0, evidenceShown)
            .map(({ id, name, share, hops }) => ({ id, name, share, hops })),
          evidence: evidence.slice(0, evidenceShown).map((each) => ({
            ...each,
            link: links.transaction(each.transaction),
          })),
          sources: [...new Set(labels.map(({ source }) => source))],
        }));
      const exposures = data.walks.flatMap(({ direction, exposures: found, rests }) => ({
        direction,
        exposures: found.map(({ category, categoryName, entity, amount, share, hops }) => ({
          category,
          categoryName,
          entity,
          amount,
          share,
          hops,
        })),
        unknown: rests,
      }));
      const { state, reason, score, level, seen, notAssessed, hash, basis } = data;
      const link =
        type === 'transaction'
          ? links.transaction(identifier)
          : type === 'entity'
            ? links.entity(identifier)
            : links.score(identifier);
      return {
        identifier,
        type,
        state,
        reason,
        score,
        level,
        seen,
        factors,
        exposures,
        notAssessed,
        link,
        hash,
        basis,
      };
    },
  }),
];
