import type { OperatorProblem } from '@hopscope/contract';
import { TriangleAlert } from 'lucide-react';
import { useUser } from '../../../lib/services.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { useProblems } from '../api/status.ts';

function ProblemNotice({ problem }: { problem: OperatorProblem }) {
  return (
    <Notice kind={problem.severity} icon={<TriangleAlert size={16} strokeWidth={1.6} />}>
      <strong>{problem.what}.</strong> {problem.action}
    </Notice>
  );
}

/** What is wrong with the installation, and what to do about it; for the operator. */
export function Problems() {
  const { role } = useUser();
  const { data } = useProblems(role === 'operator');
  if (!data || data.length === 0) return null;
  return (
    <section aria-label="Problems">
      <Stack gap={8}>
        {data.map((problem) => (
          <ProblemNotice key={problem.id} problem={problem} />
        ))}
      </Stack>
    </section>
  );
}
