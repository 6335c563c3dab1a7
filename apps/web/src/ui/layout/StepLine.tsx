import css from './StepLine.module.css';

/** Where a person is in a sequence of pages: all steps by name, with the current one marked. */
export function StepLine({ steps, current }: { steps: readonly string[]; current: string }) {
  const at = steps.indexOf(current);
  return (
    <ol className={css.steps} aria-label="Steps">
      {steps.map((step, i) => (
        <li
          key={step}
          data-done={i < at || undefined}
          {...(step === current && { 'aria-current': 'step' as const })}
        >
          {i + 1}. {step}
        </li>
      ))}
    </ol>
  );
}
