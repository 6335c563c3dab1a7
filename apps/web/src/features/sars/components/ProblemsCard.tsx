import type { SarProblem } from '@hopscope/contract';
import { CornerDownRight } from 'lucide-react';
import { Card } from '../../../ui/layout/Card.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { goToProblem } from './sar-form.tsx';
import css from './Sars.module.css';

/** Everything missing in a report; each entry links to its field. */
export function ProblemsCard({ problems, onShow }: { problems: readonly SarProblem[]; onShow: () => void }) {
  return (
    <Card title="Missing information" count={problems.length}>
      {problems.length === 0 ? (
        <div className={css.body}>
          <Text tone={2}>Nothing is missing. You can request signatures.</Text>
        </div>
      ) : (
        <ul className={css.problems}>
          {problems.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <button
                type="button"
                className={css.problem}
                onClick={() => {
                  onShow();
                  goToProblem(path);
                }}
              >
                <CornerDownRight size={14} strokeWidth={1.6} aria-hidden="true" />
                {message}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
