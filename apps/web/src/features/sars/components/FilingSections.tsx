import { type SarContent, type SarForm as FormName, sarForms, sarLimits } from '@hopscope/contract';
import { Card } from '../../../ui/layout/Card.tsx';
import { CheckBox } from '../../../ui/form/CheckBox.tsx';
import { Kind, Place, TextBlock, TextLine, TextLines, useSarForm } from './sar-form.tsx';
import css from './Sars.module.css';

const formNames: Readonly<Record<FormName, string>> = {
  fincen: 'FinCEN SAR (United States)',
  goaml: 'goAML (FIU of another country)',
};

function Forms({ forms }: { forms: readonly FormName[] }) {
  const { reads, change } = useSarForm();
  if (reads) return <p className={css.ticked}>{forms.map((form) => formNames[form]).join(', ')}</p>;
  return (
    <Place path="forms">
      <div className={css.ticks}>
        {sarForms.map((form) => (
          <CheckBox
            key={form}
            label={formNames[form]}
            checked={forms.includes(form)}
            onChange={(on) =>
              change(
                'forms',
                sarForms.filter((each) => (each === form ? on : forms.includes(each))),
              )
            }
          />
        ))}
      </div>
    </Place>
  );
}

/** Where a report is filed, and its type. */
export function FilingSection({ content }: { content: SarContent }) {
  const { forms, filing } = content;
  return (
    <Card id="filing" title="Filing">
      <div className={css.body}>
        <Forms forms={forms} />
        <div className={css.fields}>
          <Kind
            path="filing.kind"
            label="Report type"
            options={[
              { code: 'initial', label: 'Initial report' },
              { code: 'correct', label: 'Correction of an earlier report' },
              { code: 'continuing', label: 'Continuing activity' },
            ]}
          />
          {filing.kind !== 'initial' && (
            <TextLine
              path="filing.priorNumber"
              label="BSA identifier of the earlier report"
              help="14 digits; 14 zeros if unknown"
              max={14}
              digits
            />
          )}
          {forms.includes('fincen') && (
            <TextLine
              path="filing.noteToFincen"
              label="Note to FinCEN"
              help="Key terms requested by an advisory"
              max={50}
            />
          )}
          {forms.includes('goaml') && (
            <TextLine path="filing.fiuReference" label="FIU request reference (optional)" max={255} />
          )}
        </div>
        {forms.includes('goaml') && (
          <div className={css.fields}>
            <TextLines
              path="goaml.indicators"
              label="Report indicators"
              help="The FIU’s codes, one per line"
            />
            <TextBlock path="goaml.action" label="Action taken" max={4_000} />
          </div>
        )}
      </div>
    </Card>
  );
}

/** The narrative of the report. */
export function NarrativeSection({
  content,
  onInsert,
}: {
  content: SarContent;
  /** Appends the list of transactions. */
  onInsert: (() => void) | undefined;
}) {
  return (
    <Card
      id="narrative"
      title="Narrative"
      count={`${String(content.narrative.length)} of ${String(sarLimits.narrative)}`}
    >
      <div className={css.body}>
        <TextBlock
          path="narrative"
          label="What happened"
          help="Who, what, when, where, why it is suspicious, and how. FinCEN accepts 17,000 characters, goAML 8,000; line breaks become spaces in FinCEN’s file."
          max={sarLimits.narrative}
          rows={8}
        />
        {onInsert && (
          <button type="button" className={css.problem} onClick={onInsert}>
            Add a list of the transactions to the narrative
          </button>
        )}
      </div>
    </Card>
  );
}

export function LawSection() {
  return (
    <Card id="law" title="Law enforcement contact">
      <div className={css.body}>
        <div className={css.fields}>
          <TextLine
            path="lawEnforcement.agency"
            label="Agency"
            help="Leave empty if no agency was contacted"
          />
          <TextLine path="lawEnforcement.name" label="Contact" />
          <TextLine path="lawEnforcement.phone" label="Phone" max={25} />
          <TextLine path="lawEnforcement.date" label="Date of contact" date />
        </div>
      </div>
    </Card>
  );
}
