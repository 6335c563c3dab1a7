import { may } from '@hopscope/contract';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useActiveOrganization } from '../../../lib/organizations/use-organizations.ts';
import { useServices, useUser } from '../../../lib/services.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { LearnMore } from '../../../ui/button/LearnMore.tsx';
import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { ScreenReaderText } from '../../../ui/text/ScreenReaderText.tsx';
import { type SetupStep, setupSteps, useSetup } from '../api/setup.ts';

interface StepTexts {
  title: string;
  text: string;
  /** What a person does for it; `operator`: whether they run the installation. */
  action: (operator: boolean) => ReactNode;
}

const steps: Record<SetupStep, StepTexts> = {
  chain: {
    title: 'Connect a chain',
    text: 'A node, block files, or a service for single addresses. The operator sets it when Hopscope starts.',
    action: () => <LearnMore about="connect" />,
  },
  lists: {
    title: 'Enable lists',
    text: 'Sanctions lists and directories name the owners of addresses. The operator imports them.',
    action: (operator) => operator && <LinkButton to="/home/admin/directory">Open the directory</LinkButton>,
  },
  people: {
    title: 'Invite people',
    text: 'Decisions can require a second person.',
    action: () => <LinkButton to="/home/settings/organization/people">Invite</LinkButton>,
  },
  addresses: {
    title: 'Monitor an address',
    text: 'Transactions of monitored addresses are scored and listed for review.',
    action: () => (
      <LinkButton to="/home/compliance-screener" search={{ tab: 'addresses' }}>
        Add addresses
      </LinkButton>
    ),
  },
};

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Steps of a new organization, for those who may invite people; gone when all are done, or when it is hidden. */
export function SetupCard() {
  const { storage, tour } = useServices();
  const { role } = useUser();
  const { organization } = useActiveOrganization();
  const key = `setupHidden:${organization?._id ?? ''}`;
  const [hidden, setHidden] = useState<string>();
  const isShown =
    organization !== undefined &&
    may(organization.role, 'members.change_role') &&
    hidden !== key &&
    storage.getItem(key) === null;
  const done = useSetup(isShown ? organization : undefined);
  if (!isShown || !done || setupSteps.every((step) => done[step])) return null;

  function hide() {
    storage.setItem(key, 'yes');
    setHidden(key);
  }

  return (
    <Card
      title="Set up Hopscope"
      count={`${setupSteps.filter((step) => done[step]).length} of ${setupSteps.length} done`}
      extra={
        <Row gap={8} wrap>
          <Button onClick={() => tour.go(0)}>Take the tour</Button>
          <Button onClick={hide}>Hide</Button>
        </Row>
      }
    >
      <List label="Steps of the setup">
        {setupSteps.map((step) => {
          const { title, text, action } = steps[step];
          return (
            <ListItem
              key={step}
              icon={
                done[step] ? <CircleCheck {...icon} color="var(--success)" /> : <CircleDashed {...icon} />
              }
              title={
                <>
                  {title}
                  {done[step] && <ScreenReaderText> (done)</ScreenReaderText>}
                </>
              }
              text={text}
              actions={!done[step] && action(role === 'operator')}
            />
          );
        })}
      </List>
    </Card>
  );
}
