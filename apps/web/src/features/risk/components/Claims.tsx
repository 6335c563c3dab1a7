import { defaultLevelBounds, riskLevelOf } from '@hopscope/domain';
import type { ReactNode } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { riskMark } from '../../../shared/risk/risk-colors.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { Inset } from '../../../ui/layout/Inset.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import type { Evaluation } from '../api/evaluation.ts';
import { intervalOf, inWords, rankingsOf } from '../model/claims.ts';
import { cutPercent, shareText } from '../model/measured.ts';
import { ShareRows } from './ShareRows.tsx';

/** A sentence that anyone understands, the chart that shows it, and what it means for a decision. */
function Claim({ title, chart, children }: { title: string; chart: ReactNode; children: ReactNode }) {
  return (
    <Card title={title}>
      {chart}
      <Inset>
        <Text tone={2} size={13}>
          {children}
        </Text>
      </Inset>
    </Card>
  );
}

/** What the measurement says, one chart for each claim. */
export function Claims({ evaluation }: { evaluation: Evaluation }) {
  const { count } = useFormats();
  const { direct, clean, reliability, mainnet } = evaluation;
  const plain = 'var(--chart-1)';
  const rowOf = ({ name, share, color }: { name: string; share: typeof clean.high; color: string }) => ({
    key: name,
    name,
    value: share.value,
    text: shareText(share, count),
    color,
    interval: intervalOf(share),
  });
  return (
    <>
      <Claim
        title="An address that the directory names is recognized"
        chart={
          <ShareRows
            wide
            label="Named illicit addresses by level"
            rows={[
              { name: 'Rated High', share: direct.high, color: riskMark('high') },
              { name: 'Rated at least Medium', share: direct.medium, color: riskMark('medium') },
            ].map(rowOf)}
          />
        }
      >
        Of the addresses that belong to crime or sanctions and are named so in the directory,{' '}
        {inWords(direct.high, count)} were rated High. Such a rating is as right as its label: check who gave
        it. The line on a bar shows where the true share probably is: of 100 such lines, 95 contain it.
      </Claim>
      <Claim
        title="Clean addresses are rarely rated Medium or High"
        chart={
          <ShareRows
            wide
            label="Clean addresses by level"
            rows={[
              { name: 'Clean, rated at least Medium', share: clean.medium, color: riskMark('medium') },
              { name: 'Clean, rated High', share: clean.high, color: riskMark('high') },
            ].map(rowOf)}
          />
        }
      >
        {inWords(clean.medium, count)} clean addresses were rated at least Medium. If most of your customers
        are clean, such false alarms can outnumber the real ones, so a rating alone is no reason to refuse
        anybody.
      </Claim>
      <Claim
        title="The farther away illicit funds are, the less a score says"
        chart={
          <ShareRows
            wide
            label="Illicit above clean by distance"
            rows={rankingsOf(evaluation).map(({ key, name, value }) => ({
              key,
              name,
              value,
              text: value === null ? 'Not measurable' : cutPercent(value),
              color: plain,
            }))}
          />
        }
      >
        Take an address with illicit funds and a clean one: the bar is how often the illicit one has the
        higher score. A coin would be right half of the time. Most of what is missing are labels that no one
        has given yet, so a low score never proves that an address is clean.
      </Claim>
      <Claim
        title="A score is not a probability"
        chart={
          <ShareRows
            label="Illicit addresses by score"
            rows={reliability.map(({ from, bad }) => ({
              key: String(from),
              name: `${from} to ${from === 90 ? 100 : from + 9}`,
              value: bad.value,
              text: shareText(bad, count),
              color: riskMark(riskLevelOf(from, defaultLevelBounds)),
            }))}
          />
        }
      >
        The score combines severity and proximity. The bars show how many addresses in each range are actually
        illicit: they belong to an illicit actor, or at least a tenth of their funds comes from or goes to
        one. Each kind of address counts by how common it is, so a share differs from the counts beside it,
        which are those of the sample.
      </Claim>
      {mainnet.length > 0 && (
        <Claim
          title="Detectors were checked against real transactions"
          chart={
            <ShareRows
              wide
              label="Real transactions found right"
              rows={mainnet.map(({ name, found, from, to }) => ({
                key: name,
                name,
                value: found.value,
                text: shareText(found, count),
                color: plain,
                interval: { from, to },
              }))}
            />
          }
        >
          Published lists and recorded wallets say what these transactions are. The line on a bar is long
          where few are known.
        </Claim>
      )}
    </>
  );
}
